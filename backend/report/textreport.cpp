// SPDX-License-Identifier: MIT
#include "report/textreport.h"

#include "report/gputesttext.h"
#include "report/installtext.h"
#include "report/machinetext.h"
#include "report/verifytext.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString textReport(const ReportContent &content)
{
    QStringList parts = {u"cuDNN Setup %1\n"_s.arg(QStringLiteral(CUDNNSETUP_VERSION))};
    if (content.system)
        parts << machineText(*content.system, Detail::Full);
    if (content.transaction)
        parts << transactionText(*content.transaction);
    if (content.verified) {
        QString checks;
        for (const VerifyCheck &check : content.verified->checks)
            checks += checkText(check, Evidence::OfAll) + u'\n';
        parts << checks;
    }
    if (content.gpuTest)
        parts << gpuTestText(*content.gpuTest);
    return parts.join(u'\n');
}

Result<void> saveBytes(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) < 0 || !file.commit()) {
        return failure(ErrorId::NotWritable,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 could not be written. Please choose another folder."), {path}),
                       file.errorString());
    }
    return {};
}

Result<void> saveText(const QString &path, const QString &text)
{
    return saveBytes(path, text.toUtf8());
}

} // namespace cudnnsetup
