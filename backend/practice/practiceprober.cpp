// SPDX-License-Identifier: MIT
#include "practice/practice.h"

#include "practice/practicelibraries.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Hands requests on, but only for files whose every byte is ours, and with nothing of the recorded session in the child's
// environment: its LD_LIBRARY_PATH names folders of the practice machine, not of this one.
class PracticeProber : public LibraryProber
{
public:
    explicit PracticeProber(std::shared_ptr<LibraryProber> prober) : m_prober(std::move(prober)) { }

    Result<ProbeAnswer> probe(const ProbeRequest &request) const override
    {
        const Check first = checkFile(request.library);
        if (!first.isOurs)
            return notOurs(request.library);
        if (!first.problem.isEmpty())
            return ProbeAnswer{.loads = {failedLoad(request.library, first.problem)}};

        ProbeRequest checked{.library = first.realFile,
                             .environment = {{u"LC_ALL"_s, u"C"_s}},
                             .timeout = request.timeout};
        QList<Check> others;
        for (const QString &library : request.alsoLoad) {
            others << checkFile(library);
            if (others.constLast().problem.isEmpty())
                checked.alsoLoad << others.constLast().realFile;
        }
        return m_prober->probe(checked).map([&](ProbeAnswer answer) {
            return withRefused(std::move(answer), request, others);
        });
    }

private:
    struct Check
    {
        bool isOurs = false;
        QString realFile = {};
        QString problem = {}; // why it is not loaded
    };

    static std::optional<PracticeLibrary> libraryAt(const QString &path)
    {
        QFile file(path);
        if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
            return {};
        return practiceLibraryOf(file.read(1 << 16));
    }

    // The file and everything that the loader would bring in with it.
    static Check checkFile(const QString &path)
    {
        Check check{.realFile = QFileInfo(path).canonicalFilePath()};
        QStringList open = {check.realFile};
        QStringList seen;
        while (!open.isEmpty()) {
            const QString file = open.takeFirst();
            const auto library = libraryAt(file);
            if (!library)
                return {.problem = u"%1: not loaded, its bytes are not those of a practice library"_s.arg(file)};
            seen << file;
            for (const QByteArray &need : library->needed) {
                const QFileInfo beside(QFileInfo(file).dir(), QString::fromLatin1(need));
                if (!beside.exists()) {
                    // The loader's own words; it is not asked, as it might find a real one elsewhere on this machine.
                    check.problem = u"%1: cannot open shared object file: No such file or directory"_s.arg(beside.fileName());
                    continue;
                }
                const QString real = beside.canonicalFilePath();
                if (!seen.contains(real) && !open.contains(real))
                    open << real;
            }
        }
        check.isOurs = true;
        return check;
    }

    static tl::unexpected<Error> notOurs(const QString &library)
    {
        return failure(ErrorId::NotSupported,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is not loaded: of a practice machine only the practice libraries are, "
                                                         "whole and unaltered."),
                            {library}));
    }

    static ProbeAnswer::Load failedLoad(const QString &library, const QString &problem)
    {
        return {.library = library, .error = problem};
    }

    // The child's answer under the names that were asked for, with the files that it was not given in their places.
    static ProbeAnswer withRefused(ProbeAnswer answer, const ProbeRequest &request, const QList<Check> &others)
    {
        if (!answer.loads.isEmpty())
            answer.loads.first().library = request.library;
        for (qsizetype i = 0; i < others.size(); ++i) {
            if (!others[i].problem.isEmpty())
                answer.loads.insert(qMin(i + 1, answer.loads.size()), failedLoad(request.alsoLoad[i], others[i].problem));
            else if (i + 1 < answer.loads.size())
                answer.loads[i + 1].library = request.alsoLoad[i];
        }
        return answer;
    }

    std::shared_ptr<LibraryProber> m_prober;
};

} // namespace

std::shared_ptr<LibraryProber> practiceProber(std::shared_ptr<LibraryProber> prober)
{
    return std::make_shared<PracticeProber>(std::move(prober));
}

} // namespace cudnnsetup
