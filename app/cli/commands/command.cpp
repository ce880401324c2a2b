// SPDX-License-Identifier: MIT
#include "command.h"

#include "practice/practice.h"

#include <QCoreApplication>
#include <QDir>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Call::Call(const QCommandLineParser &parser, Output &output) : m_parser(parser), m_output(output) { }

QStringList Call::optionNames() const
{
    QStringList names;
    const QStringList given = m_parser.optionNames(); // as they were written: "y" or "yes"
    for (const QString &name : given) {
        const QString longName = name == u"y" ? u"yes"_s : name == u"q" ? u"quiet"_s : name;
        if (!names.contains(longName))
            names << longName;
    }
    return names;
}

std::optional<QString> Call::value(const QString &option) const
{
    return m_parser.isSet(option) ? std::optional(m_parser.value(option)) : std::nullopt;
}

std::optional<QString> Call::folder(const QString &option) const
{
    const auto given = value(option);
    const bool isHere = !isSet(u"root"_s) && !isSet(u"machine"_s);
    return given && isHere ? std::optional(QDir::current().absoluteFilePath(*given)) : given;
}

Result<Host> Call::host() const
{
    const QString probeProgram = QCoreApplication::applicationFilePath();
    if (const auto root = value(u"root"_s))
        return Host::inFolder(*root);
    if (const auto machine = value(u"machine"_s))
        return Host::recorded(*machine, practiceProber(std::make_shared<ChildProcessProber>(probeProgram)));
    return Host::local(probeProgram);
}

} // namespace cudnnsetup
