// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace cudnnsetup::test {

// An /etc/ld.so.cache as glibc's ldconfig writes it, for x86_64, with these names and paths in this order. Unlike
// `ldconfig -r` it can be made by everybody.
QByteArray loaderCacheFile(const QList<std::pair<QString, QString>> &entries);

} // namespace cudnnsetup::test
