// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpumode.h"
#include "host/host.h"
#include "job.h"
#include "result.h"

#include <QJsonObject>

#include <chrono>
#include <functional>

namespace cudnnsetup {

// The same convolution through PyTorch or TensorFlow of a Python that the person chose, with cuDNN and without it: does the
// framework really use cuDNN? A child process does it (resources/python/convolution.py); an unknown value is empty.

struct FrameworkMode
{
    QString name; // "tf32-nhwc"
    std::optional<double> onMs = {}; // milliseconds of one convolution
    std::optional<double> offMs = {};
    Text problem = {};    // why there is no time with cuDNN
    Text offProblem = {}; // why there is none without
    bool isFailed = false; // the framework's own failure, not a mode that the GPU lacks or that time did not allow

    std::optional<double> speedup() const;
};

struct FrameworkTestReport
{
    QString python;             // as it was named
    QString pythonVersion = {}; // "3.11.7"
    QString framework = {};     // "torch", "tensorflow"; empty when there is none
    QString version = {};       // "2.11.0+cu130"
    QString cudaVersion = {};   // that it was built for; empty when for none
    QString cudnnVersion = {};  // as cuDNN itself says; before it is loaded the one that it was built for
    QStringList cudnnFiles = {}; // of cuDNN that were loaded; empty also when it is a part of the framework's own libraries
    QString deviceName = {};
    int batch = 0;         // images; fewer than asked on small cards
    bool hasSwitch = true; // false: it cannot be told to do without cuDNN
    QList<FrameworkMode> modes = {};
    std::optional<bool> usesCudnn = {};
    QString finding = {}; // "framework-without-cudnn", "gpu-test-crashed", ...; empty when nothing is wrong
    Text problem = {};    // what is, what it means, what to do; empty when cuDNN is used
    QString words = {};   // the framework's own, or the child's last on standard error, where there is a problem
    double seconds = 0;
};

struct FrameworkTestRequest
{
    QString framework = {}; // empty: PyTorch, and without it TensorFlow
    int device = 0;
    ConvolutionShape shape = {};
    std::chrono::seconds limit = std::chrono::seconds(120); // for the whole; owner: runLineChild
};

// What came so far, whenever more is known; running is the mode that was begun, or empty.
using FrameworkTestStep = std::function<void(const FrameworkTestReport &soFar, const QString &running)>;

// python: a path, or a name in the person's PATH. Call it from a worker thread. Every way in which it can end is a report, never an
// error: only cancelling ends without one. No process is left behind. As root for somebody else no Python is run at all: nobody
// can vouch for all that it loads.
Outcome<FrameworkTestReport> runFrameworkTest(const Host &host, const QString &python, const FrameworkTestRequest &request,
                                              const Job &job, const FrameworkTestStep &step = {});

// "PyTorch", "TensorFlow"
QString frameworkName(const FrameworkTestReport &report);

// docs/CLI.md, "frameworks" of verify and gpu-test.
QJsonObject toJson(const FrameworkTestReport &report);

} // namespace cudnnsetup
