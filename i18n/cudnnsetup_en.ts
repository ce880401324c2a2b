<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>CardWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <extracomment>The name of the first graphics card and how many others there are.</extracomment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n toolkits installed; a shell uses CUDA %1, in %2</source>
        <translation>
            <numerusform>%n toolkit installed; a shell uses CUDA %1, in %2</numerusform>
            <numerusform>%n toolkits installed; a shell uses CUDA %1, in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n toolkits installed; a shell uses none of them</source>
        <translation>
            <numerusform>%n toolkit installed; a shell does not use it</numerusform>
            <numerusform>%n toolkits installed; a shell uses none of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n environment(s)</source>
        <translation>
            <numerusform>%n environment</numerusform>
            <numerusform>%n environments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n package(s) bring a cuDNN of their own; it does not disturb this one.</source>
        <translation>
            <numerusform>%n package brings a cuDNN of its own; it does not disturb this one.</numerusform>
            <numerusform>%n packages bring a cuDNN of their own; they do not disturb this one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n s</source>
        <extracomment>A span of time in seconds, short.</extracomment>
        <translation>
            <numerusform>%n s</numerusform>
            <numerusform>%n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <extracomment>A span of time in minutes, short.</extracomment>
        <translation>
            <numerusform>%n min</numerusform>
            <numerusform>%n min</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>backend</name>
    <message numerus="yes">
        <source>  %n entries, %1 unpacked</source>
        <translation>
            <numerusform>  %n entry, %1 unpacked</numerusform>
            <numerusform>  %n entries, %1 unpacked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>  %n files of cuDNN %1 are put aside and kept</source>
        <translation>
            <numerusform>  %n file of cuDNN %1 is put aside and kept</numerusform>
            <numerusform>  %n files of cuDNN %1 are put aside and kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>  %n files and links were put in place</source>
        <translation>
            <numerusform>  %n file or link was put in place</numerusform>
            <numerusform>  %n files and links were put in place</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>  %n earlier files are kept in %1</source>
        <translation>
            <numerusform>  %n earlier file is kept in %1</numerusform>
            <numerusform>  %n earlier files are kept in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n releases, as known on %1</source>
        <translation>
            <numerusform>%n release, as known on %1</numerusform>
            <numerusform>%n releases, as known on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n libraries and links are whole. No record of an installation lies here to compare them with.</source>
        <translation>
            <numerusform>The one library is whole. No record of an installation lies here to compare it with.</numerusform>
            <numerusform>All %n libraries and links are whole. No record of an installation lies here to compare them with.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n files are byte for byte what was installed.</source>
        <translation>
            <numerusform>The one file is byte for byte what was installed.</numerusform>
            <numerusform>All %n files are byte for byte what was installed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n libraries were loaded, in a process of their own.</source>
        <translation>
            <numerusform>The one library was loaded, in a process of its own.</numerusform>
            <numerusform>All %n libraries were loaded, in a process of their own.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n programs of other users could not be looked into. Any that uses the cuDNN in %1 goes on with the old one until it is started again.</source>
        <translation>
            <numerusform>One program of another user could not be looked into. If it uses the cuDNN in %1, it goes on with the old one until it is started again.</numerusform>
            <numerusform>%n programs of other users could not be looked into. Any that uses the cuDNN in %1 goes on with the old one until it is started again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cuDNN %1 goes out of %2: %n files are put aside and kept, so that this can be taken back.</source>
        <translation>
            <numerusform>cuDNN %1 goes out of %2: one file is put aside and kept, so that this can be taken back.</numerusform>
            <numerusform>cuDNN %1 goes out of %2: %n files are put aside and kept, so that this can be taken back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n old backups to remove</source>
        <translation>
            <numerusform>%1: one old backup to remove</numerusform>
            <numerusform>%1: %n old backups to remove</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This GPU is small (%n multiprocessors): a plain multiplication fills it already, so cuDNN has little to gain. Nothing is to be mended.</source>
        <translation>
            <numerusform>This GPU is small (%n multiprocessor): a plain multiplication fills it already, so cuDNN has little to gain. Nothing is to be mended.</numerusform>
            <numerusform>This GPU is small (%n multiprocessors): a plain multiplication fills it already, so cuDNN has little to gain. Nothing is to be mended.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cudnnsetup::InstallPage</name>
    <message numerus="yes">
        <source>%n file(s) and link(s) were put in place, %1 in all, in %2.</source>
        <translation>
            <numerusform>One file was put in place, %1, in %2.</numerusform>
            <numerusform>%n files and links were put in place, %1 in all, in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cudnnsetup::PlanView</name>
    <message numerus="yes">
        <source>cuDNN %1 there is replaced; its %n file(s) and link(s) are kept in %2.</source>
        <translation>
            <numerusform>cuDNN %1 there is replaced; its one file is kept in %2.</numerusform>
            <numerusform>cuDNN %1 there is replaced; its %n files and links are kept in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cudnnsetup::VerifyPage</name>
    <message numerus="yes">
        <source>%n check(s) failed. Each says below what is wrong.</source>
        <translation>
            <numerusform>%n check failed. It says below what is wrong.</numerusform>
            <numerusform>%n checks failed. Each says below what is wrong.</numerusform>
        </translation>
    </message>
</context>
</TS>
