// SPDX-License-Identifier: MIT
#include "plan/activationscripts.h"

namespace cudnnsetup::scripts {

using namespace Qt::StringLiterals;

namespace {

// What is set is kept in variables of the environment, so that a shell started from this one can switch off
// as well: CUDNN_SETUP_ACTIVE the copy, CUDNN_SETUP_BEFORE the copy that was active before it,
// CUDNN_SETUP_WITH the environment that switched it on, CUDNN_SETUP_ADDED_x what x was given,
// CUDNN_SETUP_OLD_x what x was (unset: it was unset).
constexpr auto posixFunctions = R"(
_cudnn_setup_holds() { # LIST ELEMENTS
    case ":$1:" in *":$2:"*) return 0 ;; esac
    return 1
}
_cudnn_setup_set() { # NAME VALUE, or NAME ELEMENTS list: in front of what is there
    eval "_cudnn_setup_is_set=\${$1+x} _cudnn_setup_old=\${$1-}"
    unset "CUDNN_SETUP_OLD_$1"
    if [ -n "$_cudnn_setup_is_set" ]; then
        export "CUDNN_SETUP_OLD_$1=$_cudnn_setup_old"
    fi
    export "CUDNN_SETUP_ADDED_$1=$2"
    if [ "${3-}" = list ] && [ -n "$_cudnn_setup_old" ]; then
        export "$1=$2:$_cudnn_setup_old"
    else
        export "$1=$2"
    fi
    unset _cudnn_setup_is_set _cudnn_setup_old
}
_cudnn_setup_reset() { # NAME [list]
    eval "_cudnn_setup_added=\${CUDNN_SETUP_ADDED_$1-} _cudnn_setup_now=\${$1-}"
    eval "_cudnn_setup_is_set=\${CUDNN_SETUP_OLD_$1+x} _cudnn_setup_old=\${CUDNN_SETUP_OLD_$1-}"
    unset "CUDNN_SETUP_ADDED_$1" "CUDNN_SETUP_OLD_$1"
    _cudnn_setup_put=$_cudnn_setup_added
    if [ "${2-}" = list ] && [ -n "$_cudnn_setup_old" ]; then
        _cudnn_setup_put=$_cudnn_setup_put:$_cudnn_setup_old
    fi
    if [ -z "$_cudnn_setup_added" ]; then
        : # it was left alone
    elif [ "$_cudnn_setup_now" = "$_cudnn_setup_put" ]; then
        if [ -n "$_cudnn_setup_is_set" ]; then
            export "$1=$_cudnn_setup_old"
        else
            unset "$1"
        fi
    elif [ "${2-}" = list ] && _cudnn_setup_holds "$_cudnn_setup_now" "$_cudnn_setup_added"; then
        # Somebody changed the list since: only what is ours goes out.
        _cudnn_setup_now=:$_cudnn_setup_now:
        _cudnn_setup_now=${_cudnn_setup_now%%":$_cudnn_setup_added:"*}:${_cudnn_setup_now#*":$_cudnn_setup_added:"}
        _cudnn_setup_now=${_cudnn_setup_now#:}
        _cudnn_setup_now=${_cudnn_setup_now%:}
        if [ -n "$_cudnn_setup_now" ]; then
            export "$1=$_cudnn_setup_now"
        else
            unset "$1"
        fi
    fi
    unset _cudnn_setup_added _cudnn_setup_now _cudnn_setup_is_set _cudnn_setup_old _cudnn_setup_put
}
_cudnn_setup_off() {
    _cudnn_setup_reset PATH list
    _cudnn_setup_reset LD_LIBRARY_PATH list
    _cudnn_setup_reset CUDNN_PATH
    _cudnn_setup_reset CUDA_HOME
    unset CUDNN_SETUP_ACTIVE
}
cudnn_deactivate() {
    _cudnn_setup_off
    _cudnn_setup_before=${CUDNN_SETUP_BEFORE-}
    unset CUDNN_SETUP_WITH CUDNN_SETUP_BEFORE
    unset -f cudnn_deactivate _cudnn_setup_off _cudnn_setup_reset _cudnn_setup_set _cudnn_setup_holds
    if [ -n "$_cudnn_setup_before" ] && [ -r "$_cudnn_setup_before/activate.sh" ]; then
        . "$_cudnn_setup_before/activate.sh"
    fi
    unset _cudnn_setup_before
}
)";

constexpr auto posixActivate = R"(
if [ "${CUDNN_SETUP_ACTIVE-}" != @ROOT@ ] || ! _cudnn_setup_holds "${LD_LIBRARY_PATH-}" @LIBRARIES@@CHECK_BIN@; then
    if [ -n "${CUDNN_SETUP_ACTIVE-}" ]; then
        if [ "$CUDNN_SETUP_ACTIVE" != @ROOT@ ]; then
            export "CUDNN_SETUP_BEFORE=$CUDNN_SETUP_ACTIVE"
        fi
        _cudnn_setup_off
    fi
    _cudnn_setup_set LD_LIBRARY_PATH @LIBRARIES@ list
    _cudnn_setup_set CUDNN_PATH @ROOT@@SET_TOOLKIT@
    export CUDNN_SETUP_ACTIVE=@ROOT@
fi
)";
constexpr auto posixCheckBin = R"( \
    || ! _cudnn_setup_holds "${PATH-}" @BIN@)";

constexpr auto fishFunctions = R"(
function _cudnn_setup_holds -a list elements
    test (count (string split -m1 -- ":$elements:" ":$list:")) -eq 2
end
function _cudnn_setup_set -a name value kind
    set -l old (string join : -- $$name)
    set -e -g CUDNN_SETUP_OLD_$name
    if set -q $name
        set -gx CUDNN_SETUP_OLD_$name "$old"
    end
    set -gx CUDNN_SETUP_ADDED_$name $value
    if test "$kind" = list; and test -n "$old"
        set -gx $name "$value:$old"
    else
        set -gx $name $value
    end
end
function _cudnn_setup_reset -a name kind
    set -l added_name CUDNN_SETUP_ADDED_$name
    set -l old_name CUDNN_SETUP_OLD_$name
    if set -q $added_name
        set -l added (string join : -- $$added_name)
        set -l old (string join : -- $$old_name)
        set -l now (string join : -- $$name)
        set -l put "$added"
        if test "$kind" = list; and test -n "$old"
            set put "$added:$old"
        end
        if test "$now" = "$put"
            if set -q $old_name
                set -gx $name "$old"
            else
                set -e -g $name
            end
        else if test "$kind" = list; and _cudnn_setup_holds "$now" "$added"
            # Somebody changed the list since: only what is ours goes out.
            set -l parts (string split -m1 -- ":$added:" ":$now:")
            set -l rest (string replace -r '^:' '' -- "$parts[1]:$parts[2]" | string replace -r ':$' '')
            if test -n "$rest"
                set -gx $name "$rest"
            else
                set -e -g $name
            end
        end
    end
    set -e -g $added_name
    set -e -g $old_name
end
function _cudnn_setup_off
    _cudnn_setup_reset PATH list
    _cudnn_setup_reset LD_LIBRARY_PATH list
    _cudnn_setup_reset CUDNN_PATH
    _cudnn_setup_reset CUDA_HOME
    set -e -g CUDNN_SETUP_ACTIVE
end
function cudnn_deactivate
    _cudnn_setup_off
    set -l before "$CUDNN_SETUP_BEFORE"
    set -e -g CUDNN_SETUP_WITH
    set -e -g CUDNN_SETUP_BEFORE
    functions -e cudnn_deactivate _cudnn_setup_off _cudnn_setup_reset _cudnn_setup_set _cudnn_setup_holds
    if test -n "$before"; and test -r "$before/activate.fish"
        source "$before/activate.fish"
    end
end
)";

constexpr auto fishActivate = R"(
if test "$CUDNN_SETUP_ACTIVE" != @ROOT@; or not _cudnn_setup_holds "$LD_LIBRARY_PATH" @LIBRARIES@@CHECK_BIN@
    if test -n "$CUDNN_SETUP_ACTIVE"
        if test "$CUDNN_SETUP_ACTIVE" != @ROOT@
            set -gx CUDNN_SETUP_BEFORE "$CUDNN_SETUP_ACTIVE"
        end
        _cudnn_setup_off
    end
    _cudnn_setup_set LD_LIBRARY_PATH @LIBRARIES@ list
    _cudnn_setup_set CUDNN_PATH @ROOT@@SET_TOOLKIT@
    set -gx CUDNN_SETUP_ACTIVE @ROOT@
end
)";
constexpr auto fishCheckBin = R"(; or not _cudnn_setup_holds "$PATH" @BIN@)";

constexpr auto setToolkit = R"(
    _cudnn_setup_set PATH @BIN@ list
    _cudnn_setup_set CUDA_HOME @TOOLKIT@)";

// What an environment adds around sourcing: it remembers whether it was the one that switched cuDNN on.
constexpr auto posixWith = R"(    if [ "${CUDNN_SETUP_ACTIVE-}" != @ROOT@ ]; then
        export CUDNN_SETUP_WITH=@ENVIRONMENT@
    fi
    . @SCRIPT@
)";
constexpr auto posixDeactivate =
        R"SH(    if [ "${CUDNN_SETUP_WITH-}" = @ENVIRONMENT@ ] && [ -n "${BASH_VERSION-}${ZSH_VERSION-}" ]; then
        eval "_cudnn_setup_venv_$(typeset -f deactivate)"
        deactivate() {
            if [ "${1-}" = nondestructive ]; then
                _cudnn_setup_venv_deactivate "$@"
                return
            fi
            if [ "${CUDNN_SETUP_WITH-}" = @ENVIRONMENT@ ]; then
                cudnn_deactivate
            fi
            _cudnn_setup_venv_deactivate "$@"
            unset -f _cudnn_setup_venv_deactivate
        }
    fi
)SH";
constexpr auto posixCondaOff = R"(if [ "${CUDNN_SETUP_WITH-}" = @ENVIRONMENT@ ] && [ -r @SCRIPT@ ]; then
    . @SCRIPT@
    cudnn_deactivate
fi
)";
constexpr auto fishWith = R"(    if test "$CUDNN_SETUP_ACTIVE" != @ROOT@
        set -gx CUDNN_SETUP_WITH @ENVIRONMENT@
    end
    source @SCRIPT@
)";
constexpr auto fishDeactivate = R"(    if test "$CUDNN_SETUP_WITH" = @ENVIRONMENT@
        functions -e _cudnn_setup_venv_deactivate
        functions -c deactivate _cudnn_setup_venv_deactivate
        function deactivate
            if test "$argv[1]" = nondestructive
                _cudnn_setup_venv_deactivate $argv
                return
            end
            if test "$CUDNN_SETUP_WITH" = @ENVIRONMENT@
                cudnn_deactivate
            end
            _cudnn_setup_venv_deactivate $argv
            functions -e _cudnn_setup_venv_deactivate
        end
    end
)";
constexpr auto fishCondaOff = R"(if test "$CUDNN_SETUP_WITH" = @ENVIRONMENT@; and test -r @SCRIPT@
    source @SCRIPT@
    cudnn_deactivate
end
)";

QByteArray quoted(const QString &word, Shell shell)
{
    QByteArray text = word.toUtf8();
    if (shell == Shell::Fish)
        return '\'' + text.replace('\\', "\\\\").replace('\'', "\\'") + '\'';
    return '\'' + text.replace('\'', "'\\''") + '\'';
}

struct Slot
{
    const char *name;
    QByteArray value;
};

// In one pass, so that what stands in a value is not taken for a slot.
QByteArray filled(QByteArrayView text, const QList<Slot> &slotValues)
{
    QByteArray result;
    while (!text.isEmpty()) {
        const Slot *found = nullptr;
        for (const Slot &slot : slotValues) {
            if (text.startsWith(slot.name))
                found = &slot;
        }
        result += found ? found->value : text.first(1).toByteArray();
        text = text.sliced(found ? qsizetype(qstrlen(found->name)) : 1);
    }
    return result;
}

QByteArray headed(const QByteArray &text)
{
    return QByteArray(firstLine) + '\n' + text;
}

QByteArray marked(const QByteArray &text)
{
    return QByteArray(blockBegin)
           + "\n# Put here by cuDNN Setup; cudnn-setup-cli deactivate takes it out again.\n" + text + blockEnd
           + '\n';
}

// inner, indented, where the script of the copy is there.
QByteArray ifThere(const QString &root, const QByteArray &inner, Shell shell)
{
    const QByteArray script = quoted(scriptPath(root, shell), shell);
    return shell == Shell::Fish ? "if test -r " + script + '\n' + inner + "end\n"
                                : "if [ -r " + script + " ]; then\n" + inner + "fi\n";
}

QByteArray sourced(const QString &root, Shell shell)
{
    const QByteArray word = shell == Shell::Fish ? "source " : ". ";
    return ifThere(root, "    " + word + quoted(scriptPath(root, shell), shell) + '\n', shell);
}

QList<Slot> slotsOf(const QString &root, const QString &environment, Shell shell)
{
    return {{"@ROOT@", quoted(root, shell)},
            {"@SCRIPT@", quoted(scriptPath(root, shell), shell)},
            {"@ENVIRONMENT@", quoted(environment, shell)}};
}

} // namespace

QString scriptPath(const QString &root, Shell shell)
{
    return root + (shell == Shell::Fish ? u"/activate.fish"_s : u"/activate.sh"_s);
}

QByteArray activate(const Copy &copy, Shell shell)
{
    const bool isFish = shell == Shell::Fish;
    QString libraries = copy.libraryDir;
    if (copy.toolkit && *copy.toolkit != copy.root)
        libraries += u':' + *copy.toolkit + u"/lib64"_s;
    const QString toolkit = copy.toolkit.value_or(QString());
    const QList<Slot> ofToolkit{{"@BIN@", quoted(toolkit + u"/bin"_s, shell)},
                                {"@TOOLKIT@", quoted(toolkit, shell)}};
    const auto onlyWithToolkit = [&](const char *text) {
        return copy.toolkit ? filled(text, ofToolkit) : QByteArray();
    };
    return headed((isFish ? fishFunctions : posixFunctions)
                  + filled(isFish ? fishActivate : posixActivate,
                           {{"@ROOT@", quoted(copy.root, shell)},
                            {"@LIBRARIES@", quoted(libraries, shell)},
                            {"@CHECK_BIN@", onlyWithToolkit(isFish ? fishCheckBin : posixCheckBin)},
                            {"@SET_TOOLKIT@", onlyWithToolkit(setToolkit)}}));
}

QByteArray startUpBlock(const QString &root, Shell shell)
{
    return marked(sourced(root, shell));
}

QByteArray projectScript(const QString &root, Shell shell)
{
    return headed(sourced(root, shell));
}

QByteArray environmentBlock(const QString &root, const QString &environment, Shell shell)
{
    const QByteArray text = shell == Shell::Fish ? QByteArray(fishWith) + fishDeactivate
                                                 : QByteArray(posixWith) + posixDeactivate;
    return marked(ifThere(root, filled(text, slotsOf(root, environment, shell)), shell));
}

QByteArray condaOn(const QString &root, const QString &environment, Shell shell)
{
    const QByteArray text = shell == Shell::Fish ? fishWith : posixWith;
    return headed(ifThere(root, filled(text, slotsOf(root, environment, shell)), shell));
}

QByteArray condaOff(const QString &root, const QString &environment, Shell shell)
{
    return headed(
            filled(shell == Shell::Fish ? fishCondaOff : posixCondaOff, slotsOf(root, environment, shell)));
}

QByteArray switchedOff()
{
    return headed("# " + QByteArray(switchedOffWords) + '\n');
}

bool isMarkedBlock(const QByteArray &text)
{
    const QByteArray begin = QByteArray(blockBegin) + '\n';
    const QByteArray end = '\n' + QByteArray(blockEnd) + '\n';
    return text.startsWith(begin) && text.endsWith(end) && text.count(blockBegin) == 1
           && text.count(blockEnd) == 1;
}

} // namespace cudnnsetup::scripts
