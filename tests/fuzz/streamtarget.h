// SPDX-License-Identifier: MIT
#pragma once

#include "streamfixture.h"

namespace cudnnsetup::test {

// Feeds bytes to the privileged side of the program, in a machine of its own, and looks at what has become of
// everything: an oracle that knows nothing of how plans are checked.
class StreamTarget
{
public:
    StreamTarget();

    // What must not have happened; empty when nothing of it has. In a first frame that is a plan,
    // placeOfMachine stands for the folder in which the machine lies.
    QString run(QByteArrayView bytes);
    // How the last run ended, in a word: of an error its id.
    QString lastEnd() const { return m_lastEnd; }

    static inline const QByteArray placeOfMachine = "/@machine";

private:
    struct Node
    {
        QByteArray what; // type, mode, owner, size, time, text of a link
        bool isFolder = false;
        bool isSound = true; // root's, no set-id bit, no device
    };
    using Nodes = QMap<QByteArray, Node>;

    void makeMachine();
    Nodes nodes() const;
    QString strangeAfterRefusal(const Nodes &now) const;
    QString strangeAfterChange(const Nodes &now, const QByteArray &target) const;

    std::unique_ptr<StreamMachine> m_machine;
    Nodes m_before;
    QString m_lastEnd;
};

// Streams that are worth starting from, by name: right ones, and wrong ones that get far.
QMap<QString, QByteArray> seedStreams();

} // namespace cudnnsetup::test
