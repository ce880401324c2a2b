// SPDX-License-Identifier: MIT
#pragma once

#include <QFile>
#include <QJsonObject>

namespace cudnnsetup {

// How a child process answers: one JSON object a line on standard output, each written at once, for what comes after may end the
// process. What libraries print themselves goes to standard error, so that the answers stay readable.
class AnswerChannel
{
public:
    AnswerChannel();

    void write(const QJsonObject &answer);
    // Ends the process without the clean-up of the libraries that it opened, which is not what was asked about.
    [[noreturn]] void endProcess();

private:
    QFile m_file;
};

} // namespace cudnnsetup
