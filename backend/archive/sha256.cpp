// SPDX-License-Identifier: MIT
#include "archive/sha256.h"

#include "archive/archiveerrors.h"
#include "archive/packedfile.h"

#include <openssl/evp.h>

#include <array>

namespace cudnnsetup {

struct Sha256::Context
{
    Context() : digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free) { Q_CHECK_PTR(digest.get()); }

    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest;
};

Sha256::Sha256() : m_context(std::make_unique<Context>())
{
    EVP_DigestInit_ex(m_context->digest.get(), EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256 &&) noexcept = default;
Sha256 &Sha256::operator=(Sha256 &&) noexcept = default;

void Sha256::add(QByteArrayView bytes)
{
    EVP_DigestUpdate(m_context->digest.get(), bytes.data(), size_t(bytes.size()));
}

QByteArray Sha256::finish()
{
    QByteArray digest(32, '\0');
    EVP_DigestFinal_ex(m_context->digest.get(), reinterpret_cast<unsigned char *>(digest.data()), nullptr);
    EVP_DigestInit_ex(m_context->digest.get(), EVP_sha256(), nullptr);
    return digest.toHex();
}

Outcome<QByteArray> sha256OfFile(const QString &path, const Job &job)
{
    auto file = openPackedFile(path);
    if (!file)
        return tl::unexpected<Interruption>(file.error());

    Progress progress{.step = Progress::Step::Hash,
                      .total = (*file)->size(),
                      .bottleneck = Progress::Bottleneck::Reading,
                      .subject = Text::verbatim(shownName(path))};
    Sha256 hash;
    QByteArray buffer(1 << 20, Qt::Uninitialized);
    for (;;) {
        if (job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        const qint64 count = (*file)->read(buffer.data(), buffer.size());
        if (count < 0)
            return tl::unexpected<Interruption>(ArchiveErrors(path).notReadable((*file)->errorString()));
        if (count == 0)
            return hash.finish();
        hash.add(QByteArrayView(buffer.constData(), count));
        progress.done += count;
        job.report(progress);
    }
}

} // namespace cudnnsetup
