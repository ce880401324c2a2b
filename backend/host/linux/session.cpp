// SPDX-License-Identifier: MIT
#include "host/session.h"

#include <QFile>

namespace cudnnsetup::platform {

using namespace Qt::StringLiterals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Program
{
    QByteArray name;
    QString parent;
};

// From /proc/PID/stat: "4711 (name) S 4710 ..."; the name may hold brackets itself (proc(5)).
std::optional<Program> programAt(const QString &folder)
{
    const QByteArray stat = contentOf(folder + u"/stat"_s);
    const qsizetype open = stat.indexOf('(');
    const qsizetype close = stat.lastIndexOf(')');
    const QList<QByteArray> rest = close < 0 ? QList<QByteArray>() : stat.sliced(close + 1).trimmed().split(' ');
    if (open < 0 || close < open || rest.size() < 2)
        return std::nullopt;
    return Program{stat.sliced(open + 1, close - open - 1), QString::fromLatin1(rest[1])};
}

QHash<QString, QString> variablesFrom(const QByteArray &environ)
{
    QHash<QString, QString> variables;
    const QList<QByteArray> entries = environ.split('\0');
    for (const QByteArray &entry : entries) {
        const qsizetype sign = entry.indexOf('=');
        if (sign > 0)
            variables.insert(QString::fromLocal8Bit(entry.first(sign)), QString::fromLocal8Bit(entry.sliced(sign + 1)));
    }
    return variables;
}

} // namespace

std::optional<QHash<QString, QString>> callersEnvironment(const QString &processes, const QString &self)
{
    constexpr int mostParents = 64; // a chain is short; what changes under our hands may seem endless
    std::optional<QHash<QString, QString>> found;
    auto program = programAt(processes + u'/' + self);
    for (int i = 0; i < mostParents && program && program->parent != u"0"; ++i) {
        const QString folder = processes + u'/' + program->parent;
        program = programAt(folder);
        const bool isSudo = program && program->name == "sudo";
        // sudo may have a second process of its own between us and itself; the outer one was called by the person.
        if (isSudo)
            found = variablesFrom(contentOf(folder + u"/environ"_s));
        else if (found)
            break;
    }
    return found && !found->isEmpty() ? found : std::nullopt;
}

} // namespace cudnnsetup::platform
