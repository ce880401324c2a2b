// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

// The texts that make a shell find one cuDNN. Pure functions of folders: whoever checks a plan makes them
// again and compares.
namespace cudnnsetup::scripts {

enum class Shell { Posix, Fish }; // Posix: bash, zsh, dash

struct Copy
{
    QString root; // the toolkit or prefix that holds it; its scripts lie there
    QString libraryDir;
    std::optional<QString> toolkit = {}; // to be used with it; may be root itself
};

inline constexpr auto firstLine = "# Written by cuDNN Setup."; // of every file that is ours alone
inline constexpr auto switchedOffWords =
        "It was switched off; this file can be removed."; // what is left of it then
inline constexpr auto blockBegin = "# >>> cuDNN Setup >>>";
inline constexpr auto blockEnd = "# <<< cuDNN Setup <<<";

// <root>/activate.sh, <root>/activate.fish.
QString scriptPath(const QString &root, Shell shell);

// Sets LD_LIBRARY_PATH, CUDNN_PATH and, with a toolkit, PATH and CUDA_HOME of the shell that sources it, and
// gives it the function cudnn_deactivate, which brings back what was there. Sourced twice is as sourced once.
QByteArray activate(const Copy &copy, Shell shell);
// Sources it where it still is. For a start-up file, and as a script of a project.
QByteArray startUpBlock(const QString &root, Shell shell);
QByteArray projectScript(const QString &root, Shell shell);
// For the end of a virtual environment's bin/activate: its own `deactivate` switches cuDNN off again (in dash
// it cannot).
QByteArray environmentBlock(const QString &root, const QString &environment, Shell shell);
// etc/conda/activate.d/cudnn-setup.* and deactivate.d/cudnn-setup.* of a conda environment.
QByteArray condaOn(const QString &root, const QString &environment, Shell shell);
QByteArray condaOff(const QString &root, const QString &environment, Shell shell);
// What is left of a file of ours that was switched off.
QByteArray switchedOff();

// Begins and ends with the marker lines and holds no other.
bool isMarkedBlock(const QByteArray &text);

} // namespace cudnnsetup::scripts
