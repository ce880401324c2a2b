// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

namespace cudnnsetup {

// SHA-256 by libcrypto (nine times as fast as QCryptographicHash of Qt 6.4).
class Sha256
{
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256 &&) noexcept;
    Sha256 &operator=(Sha256 &&) noexcept;

    void add(QByteArrayView bytes);
    // 64 lower-case hex digits; the object starts anew.
    QByteArray finish();

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

// The hash of a whole file, path as of this process. Errors: InputMissing, NotReadable.
Outcome<QByteArray> sha256OfFile(const QString &path, const Job &job = {});

} // namespace cudnnsetup
