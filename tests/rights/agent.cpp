// SPDX-License-Identifier: MIT
// A polkit agent for tests: it stands where a desktop asks for the password. For one process it answers every question the
// same way, and writes down what it was asked.
// Usage: agent PID yes|no LOG. It prints a line when it is ready, and ends with its standard input.
#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusReply>
#include <QFile>
#include <QSocketNotifier>
#include <QVariantMap>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

const QString polkit = u"org.freedesktop.PolicyKit1"_s;
const QString authority = u"/org/freedesktop/PolicyKit1/Authority"_s;
const QString authorityInterface = u"org.freedesktop.PolicyKit1.Authority"_s;

// polkit's Identity and Subject: (sa{sv})
struct Named
{
    QString kind;
    QVariantMap details;
};

QDBusArgument &operator<<(QDBusArgument &argument, const Named &named)
{
    argument.beginStructure();
    argument << named.kind << named.details;
    argument.endStructure();
    return argument;
}

const QDBusArgument &operator>>(const QDBusArgument &argument, Named &named)
{
    argument.beginStructure();
    argument >> named.kind >> named.details;
    argument.endStructure();
    return argument;
}

using Details = QMap<QString, QString>;
using Identities = QList<Named>;

// The 22nd value of /proc/PID/stat, which with the number names one process for ever.
quint64 startTimeOf(uint pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = stat.readAll();
    return text.sliced(text.lastIndexOf(')') + 2).split(' ').value(19).toULongLong();
}

} // namespace

Q_DECLARE_METATYPE(Named)

class Agent : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.PolicyKit1.AuthenticationAgent")

public:
    Agent(bool isYes, const QString &log) : m_isYes(isYes), m_log(log) { }

    bool listenFor(uint pid)
    {
        QDBusConnection bus = QDBusConnection::systemBus();
        if (!bus.registerObject(u"/test/agent"_s, this, QDBusConnection::ExportAllSlots))
            return false;
        const Named subject{u"unix-process"_s, {{u"pid"_s, pid}, {u"start-time"_s, startTimeOf(pid)}}};
        QDBusMessage call = QDBusMessage::createMethodCall(polkit, authority, authorityInterface, u"RegisterAuthenticationAgent"_s);
        call << QVariant::fromValue(subject) << u"C.UTF-8"_s << u"/test/agent"_s;
        const QDBusMessage answer = bus.call(call);
        if (answer.type() == QDBusMessage::ErrorMessage)
            std::fprintf(stderr, "agent: %s\n", qPrintable(answer.errorMessage()));
        return answer.type() == QDBusMessage::ReplyMessage;
    }

public Q_SLOTS:
    void BeginAuthentication(const QString &action, const QString &message, const QString &, const Details &,
                             const QString &cookie, const Identities &identities, const QDBusMessage &call)
    {
        QFile log(m_log);
        if (log.open(QIODevice::Append))
            log.write((action + u'\t' + message + u'\n').toUtf8());
        QDBusConnection bus = QDBusConnection::systemBus();
        call.setDelayedReply(true);
        if (!m_isYes || identities.isEmpty()) {
            bus.send(call.createErrorReply(u"org.freedesktop.PolicyKit1.Error.Cancelled"_s, u"dismissed"_s));
            return;
        }
        // What the desktop's helper does as root once the password was right.
        QDBusMessage response =
                QDBusMessage::createMethodCall(polkit, authority, authorityInterface, u"AuthenticationAgentResponse2"_s);
        response << uint(::getuid()) << cookie << QVariant::fromValue(identities.first());
        const QDBusMessage answer = bus.call(response);
        if (answer.type() == QDBusMessage::ErrorMessage)
            std::fprintf(stderr, "agent: %s\n", qPrintable(answer.errorMessage()));
        bus.send(call.createReply());
    }

    void CancelAuthentication(const QString &) { }

private:
    bool m_isYes;
    QString m_log;
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    qDBusRegisterMetaType<Named>();
    qDBusRegisterMetaType<Identities>();
    qDBusRegisterMetaType<Details>();
    // Slots are found by the names that their types have here.
    qRegisterMetaType<Identities>("Identities");
    qRegisterMetaType<Details>("Details");
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 2;
    Agent agent(arguments[2] == u"yes", arguments[3]);
    if (!agent.listenFor(arguments[1].toUInt()))
        return 1;
    QSocketNotifier end(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&end, &QSocketNotifier::activated, &application, &QCoreApplication::quit);
    std::puts("ready");
    std::fflush(stdout);
    return QCoreApplication::exec();
}

#include "agent.moc"
