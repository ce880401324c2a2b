// SPDX-License-Identifier: MIT
#pragma once

#include "verify/verify.h"

#include <QWidget>

class QLabel;

namespace cudnnsetup {

class Disclosure;
class Glyph;

// One check of the fourth page: a mark, its name, the word for how it ended, a sentence, and the evidence on
// request.
class CheckRow : public QWidget
{
    Q_OBJECT

public:
    explicit CheckRow(const QString &objectName, QWidget *parent = nullptr);

    void set(const VerifyCheck &check, bool isRunning);

private:
    Glyph *m_mark;
    QLabel *m_name;
    QLabel *m_word;
    QLabel *m_detail;
    Disclosure *m_evidence;
};

} // namespace cudnnsetup
