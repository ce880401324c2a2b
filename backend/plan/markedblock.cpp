// SPDX-License-Identifier: MIT
#include "plan/markedblock.h"

namespace cudnnsetup {

QByteArray withBlock(const QByteArray &content, const QByteArray &block)
{
    const bool isLastLineOpen = !content.isEmpty() && !content.endsWith('\n');
    return isLastLineOpen ? content + '\n' + block : content + block;
}

std::optional<QByteArray> withoutBlock(const QByteArray &content, const QByteArray &block)
{
    if (block.isEmpty())
        return std::nullopt;
    for (qsizetype at = content.indexOf(block); at >= 0; at = content.indexOf(block, at + 1)) {
        const qsizetype end = at + block.size();
        const bool beginsLine = at == 0 || content[at - 1] == '\n';
        const bool endsLine = block.endsWith('\n') || end == content.size() || content[end] == '\n';
        if (beginsLine && endsLine)
            return content.first(at) + content.sliced(end);
    }
    return std::nullopt;
}

} // namespace cudnnsetup
