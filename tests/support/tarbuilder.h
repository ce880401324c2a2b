// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayList>
#include <QString>

namespace cudnnsetup::test {

// Writes the bytes of a tar file member by member, good ones and, on purpose, bad ones: nothing is checked here.
class TarBuilder
{
public:
    struct Header
    {
        QByteArray name;
        char type = '0';
        QByteArray content = {};
        QByteArray linkName = {};
        int mode = 0644;
        qint64 announcedSize = -1; // when it is to differ from content
        QByteArray prefix = {};
        bool isGnu = false; // GNU's magic word instead of ustar's
    };

    TarBuilder &add(const Header &header);
    TarBuilder &file(const QByteArray &path, const QByteArray &content, int mode = 0644);
    TarBuilder &folder(const QByteArray &path);
    TarBuilder &link(const QByteArray &path, const QByteArray &target);
    TarBuilder &hardLink(const QByteArray &path, const QByteArray &target);
    // An extended header; records as "key=value".
    TarBuilder &pax(char type, const QByteArrayList &records);
    // GNU: the next member's name (type 'L') or link target ('K').
    TarBuilder &longName(char type, const QByteArray &name);
    TarBuilder &raw(const QByteArray &bytes);

    QByteArray withoutEnd() const { return m_bytes; }
    // With the two zero blocks and filled to a record of 10240 bytes, as tar does.
    QByteArray bytes() const;

private:
    QByteArray m_bytes;
};

} // namespace cudnnsetup::test
