<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CardWords</name>
    <message>
        <source>None found</source>
        <translation>未发现</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <extracomment>The name of the first graphics card and how many others there are.</extracomment>
        <translation>
            <numerusform>%1，另有 %n 块</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute capability %1</source>
        <translation>计算能力 %1</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Kernel driver: %1</source>
        <translation>内核驱动：%1</translation>
    </message>
    <message>
        <source>Read from: %1</source>
        <translation>读取自：%1</translation>
    </message>
    <message>
        <source>No NVIDIA driver</source>
        <translation>没有 NVIDIA 驱动</translation>
    </message>
    <message>
        <source>Driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>Your driver can run programs up to CUDA %1.</source>
        <translation>您的驱动最高可运行 CUDA %1 的程序。</translation>
    </message>
    <message>
        <source>Up to which CUDA it can run programs is not known.</source>
        <translation>不清楚它最高可运行哪个 CUDA 版本的程序。</translation>
    </message>
    <message>
        <source>This is a limit of the driver. It does not say which CUDA toolkit is installed.</source>
        <translation>这是驱动的上限，并不表示安装了哪个 CUDA 工具包。</translation>
    </message>
    <message>
        <source>Active by: %1</source>
        <translation>激活方式：%1</translation>
    </message>
    <message>
        <source>Also: %1</source>
        <translation>另一路径：%1</translation>
    </message>
    <message>
        <source>Belongs to: %1</source>
        <translation>属于：%1</translation>
    </message>
    <message>
        <source>No CUDA toolkit</source>
        <translation>没有 CUDA 工具包</translation>
    </message>
    <message>
        <source>cuDNN goes into a CUDA toolkit; none was found here.</source>
        <translation>cuDNN 要装进 CUDA 工具包，而这里没有找到。</translation>
    </message>
    <message>
        <source>Toolkit installed: CUDA %1, in %2</source>
        <translation>已安装的工具包：CUDA %1，位于 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n toolkits installed; a shell uses CUDA %1, in %2</source>
        <translation>
            <numerusform>已安装 %n 个工具包；终端里使用的是 CUDA %1，位于 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n toolkits installed; a shell uses none of them</source>
        <translation>
            <numerusform>已安装 %n 个工具包；终端里一个也没有使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Built for CUDA %1</source>
        <translation>为 CUDA %1 构建</translation>
    </message>
    <message>
        <source>In use now by %1 (process %2)</source>
        <translation>%1（进程 %2）正在使用</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>No copy was found on this machine.</source>
        <translation>这台机器上没有找到任何副本。</translation>
    </message>
    <message>
        <source>Only Python environments have their own copies.</source>
        <translation>只有 Python 环境里有自带的副本。</translation>
    </message>
    <message>
        <source>Programs load %1, from %2</source>
        <translation>程序加载的是 %1，来自 %2</translation>
    </message>
    <message>
        <source>In %1; the system&apos;s loader does not look there by itself</source>
        <translation>位于 %1；系统加载器不会自动到那里查找</translation>
    </message>
    <message>
        <source>No Python</source>
        <translation>没有 Python</translation>
    </message>
    <message>
        <source>No Python environment was found.</source>
        <translation>没有找到 Python 环境。</translation>
    </message>
    <message numerus="yes">
        <source>%n environment(s)</source>
        <translation>
            <numerusform>%n 个环境</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n package(s) bring a cuDNN of their own; it does not disturb this one.</source>
        <translation>
            <numerusform>%n 个软件包自带 cuDNN，与这里的互不影响。</numerusform>
        </translation>
    </message>
    <message>
        <source>No package there has to do with CUDA.</source>
        <translation>其中没有与 CUDA 有关的软件包。</translation>
    </message>
</context>
<context>
    <name>ChangeWords</name>
    <message>
        <source>Files changed</source>
        <translation>更改了文件</translation>
    </message>
    <message>
        <source>cuDNN %1 → %2</source>
        <extracomment>A change in a list: the version before and the version after.</extracomment>
        <translation>cuDNN %1 → %2</translation>
    </message>
    <message>
        <source>cuDNN %1 put in</source>
        <translation>装入 cuDNN %1</translation>
    </message>
    <message>
        <source>cuDNN %1 taken out</source>
        <translation>移出 cuDNN %1</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Done; cannot be taken back</source>
        <translation>已完成，无法撤回</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A change in a list: when it was and what it did.</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>cuDNN %1 is in place again.</source>
        <translation>cuDNN %1 已恢复到位。</translation>
    </message>
    <message>
        <source>What was there before is in place again.</source>
        <translation>之前的内容已恢复到位。</translation>
    </message>
    <message>
        <source>No cuDNN is left in this place, as it was before.</source>
        <translation>这里不再有 cuDNN，与之前一样。</translation>
    </message>
    <message>
        <source>Writing there needs administrator rights, which this program does not have.</source>
        <translation>写入那里需要管理员权限，而本程序没有。</translation>
    </message>
    <message>
        <source>You may write there; no password is needed.</source>
        <translation>您可以写入那里，不需要密码。</translation>
    </message>
    <message>
        <source>A password will be asked once, for this plan only: only the part that writes runs with administrator rights.</source>
        <translation>会询问一次密码，只用于这个方案：只有负责写入的部分以管理员权限运行。</translation>
    </message>
    <message>
        <source>Please run this command in a terminal; it does exactly what stands here. Then press &apos;Scan again&apos; on the first page.</source>
        <translation>请在终端里运行下面的命令，它所做的与这里列出的完全一样。然后回到第一页按“重新扫描”。</translation>
    </message>
    <message>
        <source>Waiting for the password, which the system asks for in a window of its own…</source>
        <translation>正在等待密码，系统会在单独的窗口中询问…</translation>
    </message>
    <message>
        <source>Not everything could be put back. The journal and the old files are in %1; please keep that folder.</source>
        <translation>未能全部还原。日志和旧文件在 %1，请保留该目录。</translation>
    </message>
    <message>
        <source>Nothing was changed: everything is exactly as it was.</source>
        <translation>未做任何更改：一切与之前完全一样。</translation>
    </message>
    <message>
        <source>Everything was put back: it is as it was before.</source>
        <translation>已全部还原：一切与之前一样。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n s</source>
        <extracomment>A span of time in seconds, short.</extracomment>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min</source>
        <extracomment>A span of time in minutes, short.</extracomment>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown version</source>
        <translation>未知版本</translation>
    </message>
    <message>
        <source>Genuine: NVIDIA published this very file.</source>
        <translation>真实：与 NVIDIA 发布的文件完全一致。</translation>
    </message>
    <message>
        <source>Unknown: this file is not in our list of NVIDIA&apos;s releases.</source>
        <translation>未知：我们的 NVIDIA 发布清单里没有这个文件。</translation>
    </message>
    <message>
        <source>Not what NVIDIA published under this name.</source>
        <translation>与 NVIDIA 以此名称发布的文件不一致。</translation>
    </message>
    <message>
        <source>Cut off: the end of the file is missing.</source>
        <translation>不完整：文件末尾缺失。</translation>
    </message>
    <message>
        <source>Not an archive.</source>
        <translation>不是压缩包。</translation>
    </message>
    <message>
        <source>Linux, 64-bit PC (x86_64)</source>
        <translation>Linux，64 位 PC（x86_64）</translation>
    </message>
    <message>
        <source>Linux, ARM servers (sbsa)</source>
        <translation>Linux，ARM 服务器（sbsa）</translation>
    </message>
    <message>
        <source>Linux, Jetson (aarch64)</source>
        <translation>Linux，Jetson（aarch64）</translation>
    </message>
    <message>
        <source>Linux, POWER (ppc64le)</source>
        <translation>Linux，POWER（ppc64le）</translation>
    </message>
    <message>
        <source>Windows, 64-bit PC (x86_64)</source>
        <translation>Windows，64 位 PC（x86_64）</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Take the SHA-256</source>
        <translation>计算 SHA-256</translation>
    </message>
    <message>
        <source>Unpack beside the destination</source>
        <translation>解压到目标旁边</translation>
    </message>
    <message>
        <source>Check what was unpacked</source>
        <translation>检查解压出的文件</translation>
    </message>
    <message>
        <source>Put it in place</source>
        <translation>放入目标位置</translation>
    </message>
    <message>
        <source>Refresh the loader cache</source>
        <translation>刷新加载器缓存</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Take everything back</source>
        <translation>全部撤回</translation>
    </message>
    <message>
        <source>Reading the archive takes longest</source>
        <translation>读取压缩包最慢</translation>
    </message>
    <message>
        <source>Decompression takes longest</source>
        <translation>解压最慢</translation>
    </message>
    <message>
        <source>Writing to the disk takes longest</source>
        <translation>写入磁盘最慢</translation>
    </message>
    <message>
        <source>Waiting for a program of the system</source>
        <translation>正在等待系统程序</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>适合</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>不适合</translation>
    </message>
    <message>
        <source>Supported</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>Not known whether it is supported</source>
        <translation>是否支持尚不清楚</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>less than a second</source>
        <translation>不到一秒</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>Not faster</source>
        <translation>没有加速</translation>
    </message>
    <message>
        <source>Unsteady</source>
        <translation>不稳定</translation>
    </message>
    <message>
        <source>Good as far as it was tested</source>
        <translation>就已测试的部分而言良好</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Not tested</source>
        <translation>未测试</translation>
    </message>
</context>
<context>
    <name>backend</name>
    <message>
        <source>The program %1 is not on this machine.</source>
        <translation>这台机器上没有程序 %1。</translation>
    </message>
    <message>
        <source>The program %1 cannot be started.</source>
        <translation>无法启动程序 %1。</translation>
    </message>
    <message>
        <source>The program %1 did not answer in time and was ended.</source>
        <translation>程序 %1 未按时响应，已被结束。</translation>
    </message>
    <message>
        <source>The program %1 crashed.</source>
        <translation>程序 %1 崩溃了。</translation>
    </message>
    <message>
        <source>The library %1 is cut off: a part of it is missing. Nothing else is affected; install it again.</source>
        <translation>库文件 %1 不完整，缺了一部分。其他文件不受影响，请重新安装。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>The library %1 is an empty file. Install it again.</source>
        <translation>库文件 %1 是空文件，请重新安装。</translation>
    </message>
    <message>
        <source>The file %1 is no library: it starts with &quot;%2&quot;.</source>
        <translation>文件 %1 不是库文件：它以“%2”开头。</translation>
    </message>
    <message>
        <source>%1 is not a folder. Name the folder that holds the machine.</source>
        <translation>%1 不是目录。请给出存放这台机器的目录。</translation>
    </message>
    <message>
        <source>%1 has no folder &quot;root&quot;, so it holds no machine.</source>
        <translation>%1 里没有名为 root 的目录，因此其中没有机器。</translation>
    </message>
    <message>
        <source>The recorded answer %1 of the machine in %2 cannot be read.</source>
        <translation>无法读取 %2 中这台机器的命令记录 %1。</translation>
    </message>
    <message>
        <source>The loader cache /etc/ld.so.cache is damaged or of an unknown format. Programs may still run; ldconfig writes it anew.</source>
        <translation>加载器缓存 /etc/ld.so.cache 已损坏或格式未知。程序也许仍能运行；执行 ldconfig 可重新生成它。</translation>
    </message>
    <message>
        <source>%1 is not a description of a machine that this version can read.</source>
        <translation>%1 不是此版本能读取的机器说明。</translation>
    </message>
    <message>
        <source>%1 cannot be opened, so this folder holds no recorded machine.</source>
        <translation>无法打开 %1，因此这个目录里没有记录下来的机器。</translation>
    </message>
    <message>
        <source>%1 was not loaded: nothing of this machine is executed here.</source>
        <translation>没有加载 %1：这台机器上的任何东西都不会在这里执行。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver library is there but does not answer. A restart helps after a driver update.</source>
        <translation>NVIDIA 的驱动库存在，但没有响应。更新驱动后重启通常可以解决。</translation>
    </message>
    <message>
        <source>Loading %1 did not come to an end and was stopped. Nothing was changed.</source>
        <translation>加载 %1 一直没有结束，已被停止。未做任何更改。</translation>
    </message>
    <message>
        <source>The program that tries out libraries could not be started.</source>
        <translation>无法启动用来试加载库文件的程序。</translation>
    </message>
    <message>
        <source>The program that loaded %1 to try it out crashed. Nothing was changed.</source>
        <translation>试加载 %1 的程序崩溃了。未做任何更改。</translation>
    </message>
    <message>
        <source>This machine is only looked at from outside: nothing of it is loaded or run.</source>
        <translation>这台机器只从外部查看：不会加载或运行其中的任何东西。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver library libnvidia-ml.so.1 is not installed.</source>
        <translation>未安装 NVIDIA 的驱动库 libnvidia-ml.so.1。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver library %1 could not be opened.</source>
        <translation>无法打开 NVIDIA 的驱动库 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>CUDA toolkits</source>
        <translation>CUDA 工具包</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>The graphics card is run by the free driver nouveau. CUDA needs NVIDIA&apos;s own driver.</source>
        <translation>显卡由自由驱动 nouveau 驱动。CUDA 需要 NVIDIA 自己的驱动。</translation>
    </message>
    <message>
        <source>There is an NVIDIA graphics card, but NVIDIA&apos;s driver is not running.</source>
        <translation>有 NVIDIA 显卡，但 NVIDIA 驱动没有运行。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver is not installed on this machine.</source>
        <translation>这台机器上没有安装 NVIDIA 驱动。</translation>
    </message>
    <message>
        <source>Only the files of this machine are here; its driver cannot be asked.</source>
        <translation>这里只有这台机器的文件，无法查询它的驱动。</translation>
    </message>
    <message>
        <source>No NVIDIA graphics card was found.</source>
        <translation>没有找到 NVIDIA 显卡。</translation>
    </message>
    <message>
        <source>The system does not say which graphics cards it has.</source>
        <translation>系统没有提供显卡信息。</translation>
    </message>
    <message>
        <source>Only the files of this machine are here; its graphics cards cannot be seen.</source>
        <translation>这里只有这台机器的文件，看不到它的显卡。</translation>
    </message>
    <message>
        <source>This is no report of a machine that this version can read: the value of &quot;%1&quot; is not as it should be.</source>
        <translation>这不是此版本能读取的机器报告：“%1”的值不正确。</translation>
    </message>
    <message>
        <source>The bundled cuDNN release data cannot be read, so nothing can be judged. Nothing was changed. Please install this program again.</source>
        <translation>无法读取内置的 cuDNN 发布数据，因此什么都无法判断。未做任何更改。请重新安装本程序。</translation>
    </message>
    <message>
        <source>Which cuDNN version this is could not be told, so what it supports is not known.</source>
        <translation>看不出这是哪个版本的 cuDNN，因此不知道它支持什么。</translation>
    </message>
    <message>
        <source>cuDNN %1 is not among the releases that this program knows (its data is of %2), so what it supports is not known.</source>
        <translation>cuDNN %1 不在本程序已知的版本之中（数据日期 %2），因此不知道它支持什么。</translation>
    </message>
    <message>
        <source>cuDNN %1 was withdrawn after its release. Another version is the safer choice.</source>
        <translation>cuDNN %1 发布后已被撤回，换一个版本更稳妥。</translation>
    </message>
    <message>
        <source>cuDNN %1 is a preview, which NVIDIA followed by a finished version. The finished one is the safer choice.</source>
        <translation>cuDNN %1 是预览版，NVIDIA 之后发布了正式版。用正式版更稳妥。</translation>
    </message>
    <message>
        <source>This cuDNN is for %1 and cannot run on this computer (%2, %3). There is no cuDNN for this kind of computer in the known releases.</source>
        <translation>这个 cuDNN 适用于 %1，不能在这台电脑（%2，%3）上运行。已知版本中没有适合这类电脑的 cuDNN。</translation>
    </message>
    <message>
        <source>This cuDNN is for %1 and cannot run on this computer. Take the archive whose name contains %2.</source>
        <translation>这个 cuDNN 适用于 %1，不能在这台电脑上运行。请选用名称中含 %2 的压缩包。</translation>
    </message>
    <message>
        <source>This cuDNN is for ARM servers (%1); a Jetson board takes it from CUDA %2 on. Take the archive whose name contains %3.</source>
        <translation>这个 cuDNN 适用于 ARM 服务器（%1）；Jetson 开发板从 CUDA %2 起才能使用它。请选用名称中含 %3 的压缩包。</translation>
    </message>
    <message>
        <source>This cuDNN is for ARM servers (%1). Whether a Jetson board takes it before CUDA %2 depends on the board.</source>
        <translation>这个 cuDNN 适用于 ARM 服务器（%1）。CUDA %2 之前的 Jetson 开发板能否使用，取决于具体型号。</translation>
    </message>
    <message>
        <source>The archive is for this kind of computer (%1).</source>
        <translation>压缩包适用于这类电脑（%1）。</translation>
    </message>
    <message>
        <source>For which kind of computer &quot;%1&quot; stands is not known.</source>
        <translation>不清楚“%1”代表哪类电脑。</translation>
    </message>
    <message>
        <source>This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. Take the same cuDNN %3 in its build for CUDA %4.</source>
        <translation>这个 cuDNN 是为 CUDA %1 构建的，而工具包是 CUDA %2。请选用同为 cuDNN %3、为 CUDA %4 构建的压缩包。</translation>
    </message>
    <message>
        <source>This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. The newest cuDNN for CUDA %3 is %4.</source>
        <translation>这个 cuDNN 是为 CUDA %1 构建的，而工具包是 CUDA %2。适用于 CUDA %3 的最新 cuDNN 是 %4。</translation>
    </message>
    <message>
        <source>This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. Take a cuDNN for CUDA %3.</source>
        <translation>这个 cuDNN 是为 CUDA %1 构建的，而工具包是 CUDA %2。请选用适用于 CUDA %3 的 cuDNN。</translation>
    </message>
    <message>
        <source>The CUDA %1 that nvidia-smi shows is the highest that the driver can run. It is not the toolkit&apos;s version, which is CUDA %2.</source>
        <translation>nvidia-smi 显示的 CUDA %1 是驱动可运行的最高版本，不是工具包的版本；工具包是 CUDA %2。</translation>
    </message>
    <message>
        <source>It was built for CUDA %1 and works with every toolkit of CUDA %1; yours is CUDA %2.</source>
        <translation>它为 CUDA %1 构建，适用于 CUDA %1 的所有工具包；您的是 CUDA %2。</translation>
    </message>
    <message>
        <source>This cuDNN was built for CUDA %1, and the toolkit is CUDA %2. A cuDNN this old belongs to one CUDA version only; better take its build for CUDA %2.</source>
        <translation>这个 cuDNN 为 CUDA %1 构建，而工具包是 CUDA %2。这么早的 cuDNN 只配一个 CUDA 版本，最好选用为 CUDA %2 构建的版本。</translation>
    </message>
    <message>
        <source>It is for CUDA %1, which is your toolkit&apos;s version.</source>
        <translation>它适用于 CUDA %1，正是您的工具包版本。</translation>
    </message>
    <message>
        <source>It was built for CUDA %1; whether that includes CUDA %2 is not stated anywhere we know.</source>
        <translation>它为 CUDA %1 构建；是否包括 CUDA %2，我们没有找到说明。</translation>
    </message>
    <message>
        <source>For which CUDA this cuDNN was built is not known.</source>
        <translation>不清楚这个 cuDNN 是为哪个 CUDA 构建的。</translation>
    </message>
    <message>
        <source>With which CUDA toolkit this cuDNN will be used is not known. It works with CUDA %1 only.</source>
        <translation>不清楚这个 cuDNN 将与哪个 CUDA 工具包一起使用。它只适用于 CUDA %1。</translation>
    </message>
    <message>
        <source>NVIDIA tested cuDNN %1 with glibc %2 and newer; this system has glibc %3. Whether it works here shows only when it is tried.</source>
        <translation>NVIDIA 在 glibc %2 及更新版本上测试过 cuDNN %1；本系统是 glibc %3。能否使用，要试过才知道。</translation>
    </message>
    <message>
        <source>cuDNN 9.10.0 breaks programs that were built against any other version; 9.10.1 mends it. Take another version.</source>
        <translation>cuDNN 9.10.0 会使针对其他版本构建的程序出错，9.10.1 已修复。请换一个版本。</translation>
    </message>
    <message>
        <source>With CUDA 12.9 or newer and several GPUs, some matrix products of cuDNN before 9.10.1 give wrong results; 9.10.1 mends it.</source>
        <translation>在 CUDA 12.9 及更新版本上使用多块 GPU 时，9.10.1 之前的 cuDNN 有些矩阵乘法结果错误；9.10.1 已修复。</translation>
    </message>
    <message>
        <source>cuDNN 9.25.0.15 was withdrawn as a Python package in favour of 9.25.1.1; why was not published. The newer one is the safer choice.</source>
        <translation>cuDNN 9.25.0.15 的 Python 软件包已被撤回，由 9.25.1.1 取代，原因未公布。用较新的版本更稳妥。</translation>
    </message>
    <message>
        <source>The NVIDIA driver runs programs up to CUDA %1, and this cuDNN is for CUDA %2. Install a newer driver, or take a cuDNN for an older CUDA.</source>
        <translation>NVIDIA 驱动最高可运行 CUDA %1 的程序，而这个 cuDNN 适用于 CUDA %2。请安装更新的驱动，或选用适用于较早 CUDA 的 cuDNN。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is %1; programs for CUDA %2 need %3 or newer, whatever toolkit is installed. Install a newer driver, or take a cuDNN for an older CUDA.</source>
        <translation>NVIDIA 驱动是 %1；无论安装哪个工具包，CUDA %2 的程序都需要 %3 或更新的驱动。请安装更新的驱动，或选用适用于较早 CUDA 的 cuDNN。</translation>
    </message>
    <message>
        <source>Not every graphics card of this computer can use cuDNN %1: it needs compute capability %2 or newer, and there are cards with %3.</source>
        <translation>这台电脑并非每块显卡都能使用 cuDNN %1：它需要计算能力 %2 或更高，而有的显卡是 %3。</translation>
    </message>
    <message>
        <source>The graphics card is too old for cuDNN %1: its compute capability is %2, and %3 or newer is needed. The newest cuDNN for it is %4.</source>
        <translation>显卡对 cuDNN %1 来说太旧：计算能力为 %2，需要 %3 或更高。可用的最新 cuDNN 是 %4。</translation>
    </message>
    <message>
        <source>The graphics card is too old for cuDNN %1: its compute capability is %2, and %3 or newer is needed.</source>
        <translation>显卡对 cuDNN %1 来说太旧：计算能力为 %2，需要 %3 或更高。</translation>
    </message>
    <message>
        <source>The graphics card (compute capability %1) is newer than those that cuDNN %2 names (up to %3). From cuDNN %4 on much, but not all, works on newer cards too.</source>
        <translation>显卡（计算能力 %1）比 cuDNN %2 列出的显卡（最高 %3）更新。从 cuDNN %4 起，大部分功能在更新的显卡上也能用，但不是全部。</translation>
    </message>
    <message>
        <source>Not every graphics card of this computer can use cuDNN %1: it was made for compute capability up to %2, and there are cards with %3.</source>
        <translation>这台电脑并非每块显卡都能使用 cuDNN %1：它支持的计算能力最高为 %2，而有的显卡是 %3。</translation>
    </message>
    <message>
        <source>The graphics card is too new for cuDNN %1: its compute capability is %2, and this version was made for up to %3. Take a newer cuDNN.</source>
        <translation>显卡对 cuDNN %1 来说太新：计算能力为 %2，而此版本最高支持 %3。请选用更新的 cuDNN。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is %1; with this graphics card (compute capability %2) cuDNN %3 needs %4 or newer. Install a newer driver.</source>
        <translation>NVIDIA 驱动是 %1；使用这块显卡（计算能力 %2）时，cuDNN %3 需要 %4 或更新的驱动。请安装更新的驱动。</translation>
    </message>
    <message>
        <source>With this graphics card (compute capability %1) NVIDIA names cuDNN %2 together with the toolkits CUDA %3; yours is CUDA %4.</source>
        <translation>对于这块显卡（计算能力 %1），NVIDIA 为 cuDNN %2 列出的工具包是 CUDA %3；您的是 CUDA %4。</translation>
    </message>
    <message>
        <source>The driver names CUDA %1 as its highest, and the toolkit is CUDA %2. That fits: from driver %3 on, all programs of CUDA %4 run.</source>
        <translation>驱动给出的上限是 CUDA %1，工具包是 CUDA %2。这没有问题：从驱动 %3 起，CUDA %4 的所有程序都能运行。</translation>
    </message>
    <message>
        <source>The driver runs programs up to CUDA %1, so it is new enough for CUDA %2.</source>
        <translation>驱动最高可运行 CUDA %1 的程序，对 CUDA %2 来说足够新。</translation>
    </message>
    <message>
        <source>The driver %1 is new enough for CUDA %2, which needs %3 or newer.</source>
        <translation>驱动 %1 对 CUDA %2 来说足够新，它需要 %3 或更新。</translation>
    </message>
    <message>
        <source>Which driver CUDA %1 needs is not known.</source>
        <translation>不清楚 CUDA %1 需要哪个驱动。</translation>
    </message>
    <message>
        <source>Whether cuDNN %1 names this graphics card (compute capability %2) is not in the known data; nothing known speaks against it.</source>
        <translation>已知数据中没有说明 cuDNN %1 是否支持这块显卡（计算能力 %2），也没有不支持的依据。</translation>
    </message>
    <message>
        <source>cuDNN %1 is made for this graphics card (compute capability %2).</source>
        <translation>cuDNN %1 支持这块显卡（计算能力 %2）。</translation>
    </message>
    <message>
        <source>There is no file %1. Nothing was changed; check its name and folder.</source>
        <translation>没有文件 %1。未做任何更改；请检查文件名和目录。</translation>
    </message>
    <message>
        <source>%1 is not a file. Nothing was changed; choose the archive itself.</source>
        <translation>%1 不是文件。未做任何更改；请选择压缩包本身。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read. Nothing was taken from it; check that you may read it and that its disk is well.</source>
        <translation>无法读取文件 %1。没有使用其中任何内容；请检查读取权限以及磁盘是否正常。</translation>
    </message>
    <message>
        <source>The file %1 is empty. Nothing was changed; download the archive again.</source>
        <translation>文件 %1 是空的。未做任何更改；请重新下载压缩包。</translation>
    </message>
    <message>
        <source>The file %1 is a web page and not an archive: the download led to a page, perhaps to log in. Nothing was changed; download the archive itself.</source>
        <translation>文件 %1 是网页而不是压缩包：下载得到的是一个页面，可能是登录页。未做任何更改；请下载压缩包本身。</translation>
    </message>
    <message>
        <source>The file %1 is not a cuDNN archive (tar.xz, tgz or wheel). Nothing was changed; choose NVIDIA&apos;s archive.</source>
        <translation>文件 %1 不是 cuDNN 压缩包（tar.xz、tgz 或 wheel）。未做任何更改；请选择 NVIDIA 的压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 is incomplete: its end is missing. Nothing was installed from it; download it again.</source>
        <translation>压缩包 %1 不完整，末尾缺失。没有从中安装任何内容；请重新下载。</translation>
    </message>
    <message>
        <source>The archive %1 is damaged: its content does not match its own checks. Nothing was installed from it; download it again.</source>
        <translation>压缩包 %1 已损坏，内容与其自带的校验不符。没有从中安装任何内容；请重新下载。</translation>
    </message>
    <message>
        <source>The archive %1 asks for much more memory than a cuDNN archive needs. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>压缩包 %1 要求的内存远多于 cuDNN 压缩包所需。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 carries no check of its content, so damage could not be noticed. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>压缩包 %1 没有内容校验，损坏也无法发现。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 is packed in a way that this program does not read. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>压缩包 %1 的压缩方式本程序不支持。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 holds far more than a cuDNN archive does. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>压缩包 %1 的内容远多于 cuDNN 压缩包。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: the name of its member &apos;%2&apos; holds characters that no file of cuDNN has. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：成员“%2”的名称含有 cuDNN 文件不会有的字符。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: its member &apos;%2&apos; would lie outside the folder it is unpacked into. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：成员“%2”会落在解压目录之外。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: its link &apos;%2&apos; leads out of the archive. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：链接“%2”指向压缩包之外。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: its member &apos;%2&apos; lies below something that is a link or a file. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：成员“%2”位于一个链接或文件之下。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: it holds &apos;%2&apos; twice. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：“%2”出现了两次。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>The archive %1 was refused: its member &apos;%2&apos; is neither a plain file, a folder nor a link. Nothing was installed from it; get the archive from NVIDIA.</source>
        <translation>已拒绝压缩包 %1：成员“%2”既不是普通文件，也不是目录或链接。没有从中安装任何内容；请从 NVIDIA 获取压缩包。</translation>
    </message>
    <message>
        <source>%1 is not complete. Nothing was changed. Download it again.</source>
        <translation>%1 不完整。未做任何更改。请重新下载。</translation>
    </message>
    <message>
        <source>%1 is no cuDNN archive. Nothing was changed. Choose the .tar.xz, .tgz or .whl file that NVIDIA offers.</source>
        <translation>%1 不是 cuDNN 压缩包。未做任何更改。请选择 NVIDIA 提供的 .tar.xz、.tgz 或 .whl 文件。</translation>
    </message>
    <message>
        <source>%1 has the name of an archive of NVIDIA whose check sum is not known here, so it cannot be proved genuine. Its SHA-256 is %2. Nothing was changed. Compare it with NVIDIA&apos;s, and take it as an unknown archive if they agree.</source>
        <translation>%1 与 NVIDIA 的一个压缩包同名，但这里没有其校验和，因此无法证明它是真实的。它的 SHA-256 是 %2。未做任何更改。请与 NVIDIA 公布的值比较，一致时可作为未知压缩包使用。</translation>
    </message>
    <message>
        <source>%1 has the name of an archive of NVIDIA, but its content is another. Its SHA-256 is %2; published is %3. Nothing was changed. Download it again from NVIDIA.</source>
        <translation>%1 与 NVIDIA 的一个压缩包同名，但内容不同。它的 SHA-256 是 %2；公布的是 %3。未做任何更改。请从 NVIDIA 重新下载。</translation>
    </message>
    <message>
        <source>%1 has not been compared with the published archives. Nothing was changed. Go on only if you trust where it comes from.</source>
        <translation>%1 尚未与公布的压缩包比较。未做任何更改。只有信任其来源时才继续。</translation>
    </message>
    <message>
        <source>%1 is not among the archives whose check sums are known here. Its SHA-256 is %2. Nothing was changed. Go on only if you trust where it comes from.</source>
        <translation>%1 不在已知校验和的压缩包之中。它的 SHA-256 是 %2。未做任何更改。只有信任其来源时才继续。</translation>
    </message>
    <message>
        <source>%1 is taken without proof that it comes from NVIDIA.</source>
        <translation>使用了 %1，但没有证据表明它来自 NVIDIA。</translation>
    </message>
    <message>
        <source>%1 holds cuDNN&apos;s sample programs and no library. Nothing was changed. Choose the archive whose name starts with cudnn-linux.</source>
        <translation>%1 里是 cuDNN 的示例程序，没有库文件。未做任何更改。请选择名称以 cudnn-linux 开头的压缩包。</translation>
    </message>
    <message>
        <source>The archive holds no headers: programs will run with it, but nothing can be compiled against it.</source>
        <translation>压缩包里没有头文件：程序可以运行，但无法用它编译。</translation>
    </message>
    <message>
        <source>This is the small cuDNN that compiles its kernels on the spot. Programs that need the whole cuDNN do not run with it.</source>
        <translation>这是即时编译内核的精简版 cuDNN。需要完整 cuDNN 的程序无法用它运行。</translation>
    </message>
    <message>
        <source>%1 belongs to the package %2, which %3 installed. Nothing was changed. Let %3 update or remove the package, or choose another target.</source>
        <translation>%1 属于由 %3 安装的软件包 %2。未做任何更改。请用 %3 更新或卸载该软件包，或选择其他目标。</translation>
    </message>
    <message>
        <source>%1 belongs to the package %2 (%3). Nothing was changed. Let the package manager update or remove the package, or choose another target.</source>
        <translation>%1 属于软件包 %2（%3）。未做任何更改。请用包管理器更新或卸载该软件包，或选择其他目标。</translation>
    </message>
    <message>
        <source>%1 is a link that update-alternatives keeps (it leads to %2); replacing it would break the package manager. Nothing was changed. Remove the packaged cuDNN first, or choose another target.</source>
        <translation>%1 是 update-alternatives 维护的链接（指向 %2），替换它会破坏包管理器。未做任何更改。请先卸载软件包中的 cuDNN，或选择其他目标。</translation>
    </message>
    <message>
        <source>In your session LD_LIBRARY_PATH names another cuDNN first: programs started there go on loading %1.</source>
        <translation>您的会话中 LD_LIBRARY_PATH 先指向了另一个 cuDNN：从那里启动的程序仍会加载 %1。</translation>
    </message>
    <message>
        <source>The system&apos;s loader finds another cuDNN of the same major version first: programs go on loading %1 unless they are told otherwise.</source>
        <translation>系统加载器会先找到同一主版本的另一个 cuDNN：除非另行指定，程序仍会加载 %1。</translation>
    </message>
    <message>
        <source>Programs that load %1 now will load the new cuDNN in %2 afterwards. To leave them alone, install without activating it for everyone.</source>
        <translation>现在加载 %1 的程序，之后会加载 %2 中的新 cuDNN。如不想影响它们，请在安装时不要对所有人启用。</translation>
    </message>
    <message>
        <source>The active toolkit is CUDA %1 (%2), not the chosen CUDA %3. Activated for everyone, the new cuDNN is also found by programs of CUDA %1, which it does not fit.</source>
        <translation>当前使用的工具包是 CUDA %1（%2），不是所选的 CUDA %3。对所有人启用后，CUDA %1 的程序也会找到新的 cuDNN，而它并不适合它们。</translation>
    </message>
    <message>
        <source>/etc cannot be written on this system, so programs will not find the new cuDNN by themselves. Set LD_LIBRARY_PATH to %1 where it is needed.</source>
        <translation>本系统无法写入 /etc，因此程序不会自动找到新的 cuDNN。请在需要的地方将 LD_LIBRARY_PATH 设为 %1。</translation>
    </message>
    <message>
        <source>/etc/ld.so.conf does not read the folder /etc/ld.so.conf.d, so programs may not find the new cuDNN by themselves.</source>
        <translation>/etc/ld.so.conf 没有读取目录 /etc/ld.so.conf.d，因此程序可能不会自动找到新的 cuDNN。</translation>
    </message>
    <message>
        <source>No target was chosen. Nothing was changed. Choose a CUDA toolkit, or a folder of your own.</source>
        <translation>没有选择目标。未做任何更改。请选择一个 CUDA 工具包或您自己的目录。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未做任何更改。</translation>
    </message>
    <message>
        <source>%1 lies on a file system that is read-only, so nothing can be installed there. Nothing was changed. Choose another target.</source>
        <translation>%1 位于只读文件系统，无法安装到那里。未做任何更改。请选择其他目标。</translation>
    </message>
    <message>
        <source>There is not enough room for %1: %2 are needed, %3 are free. Nothing was changed. Make room, or choose another target.</source>
        <translation>%1 空间不足：需要 %2，可用 %3。未做任何更改。请腾出空间或选择其他目标。</translation>
    </message>
    <message>
        <source>cuDNN %1 goes out (it is kept and can be put back): programs built for cuDNN %2 will not find it here any more.</source>
        <translation>cuDNN %1 将被移出（会保留，可以还原）：为 cuDNN %2 构建的程序在这里将找不到它。</translation>
    </message>
    <message>
        <source>This is not a plan that can be carried out: &quot;%1&quot; is missing or not right. Nothing was changed.</source>
        <translation>这不是可以执行的方案：“%1”缺失或不正确。未做任何更改。</translation>
    </message>
    <message>
        <source>%1 leads to %2, which lies outside of %3, so nothing is written there. Nothing was changed. Choose another target, or install for yourself only.</source>
        <translation>%1 指向 %2，位于 %3 之外，因此不会写入。未做任何更改。请选择其他目标，或只为自己安装。</translation>
    </message>
    <message>
        <source>%1 should be a folder but is a file. Nothing was changed. Move the file away and try again.</source>
        <translation>%1 应是目录，却是文件。未做任何更改。请移开该文件后重试。</translation>
    </message>
    <message>
        <source>There is no CUDA toolkit at %1, and none was found on this computer. Nothing was changed. Install a CUDA toolkit first, or install cuDNN into a folder of your own.</source>
        <translation>%1 没有 CUDA 工具包，这台电脑上也没有找到。未做任何更改。请先安装 CUDA 工具包，或将 cuDNN 安装到您自己的目录。</translation>
    </message>
    <message>
        <source>There is no CUDA toolkit at %1. Nothing was changed. These were found: %2.</source>
        <translation>%1 没有 CUDA 工具包。未做任何更改。找到的有：%2。</translation>
    </message>
    <message>
        <source>The libraries of the toolkit %1 lie in %2, a folder of the system, so nothing is written there. Nothing was changed. Install cuDNN with the system&apos;s package manager, or for yourself only.</source>
        <translation>工具包 %1 的库文件位于系统目录 %2，因此不会写入。未做任何更改。请用系统的包管理器安装 cuDNN，或只为自己安装。</translation>
    </message>
    <message>
        <source>%1 cannot be a folder to install into. Nothing was changed. Choose a folder of your own, for example in your home folder.</source>
        <translation>%1 不能作为安装目录。未做任何更改。请选择您自己的目录，例如主目录下的一个目录。</translation>
    </message>
    <message>
        <source>This plan has been carried out already. Nothing has been changed now. Make a new plan.</source>
        <translation>这个方案已经执行过。现在未做任何更改。请重新制定方案。</translation>
    </message>
    <message>
        <source>ldconfig, which makes new libraries known to programs, did not work. Everything has been put back as it was. The details say what it answered.</source>
        <translation>ldconfig（让程序找到新库的工具）执行失败。一切已还原。它的输出见详细信息。</translation>
    </message>
    <message>
        <source>The plan was made for another machine than this one. Nothing has been changed. Make a new plan.</source>
        <translation>这个方案是为另一台机器制定的。未做任何更改。请重新制定方案。</translation>
    </message>
    <message>
        <source>Another program changed %1 while cuDNN was being put in place. Everything that this program did has been put back. Look at the machine again and start anew.</source>
        <translation>放入 cuDNN 时，另一个程序更改了 %1。本程序所做的一切已还原。请重新查看机器后再试。</translation>
    </message>
    <message>
        <source>There is no room left for %1.</source>
        <translation>%1 的空间不足。</translation>
    </message>
    <message>
        <source>Make room on that disk, or raise the quota, and try again.</source>
        <translation>请在该磁盘上腾出空间或提高配额，然后重试。</translation>
    </message>
    <message>
        <source>%1 may not be changed by this user.</source>
        <translation>当前用户不能更改 %1。</translation>
    </message>
    <message>
        <source>Run it with administrator rights, or install into a folder of your own.</source>
        <translation>请以管理员权限运行，或安装到您自己的目录。</translation>
    </message>
    <message>
        <source>%1 cannot be read by this user.</source>
        <translation>当前用户不能读取 %1。</translation>
    </message>
    <message>
        <source>%1 lies on a file system that can only be read.</source>
        <translation>%1 位于只读的文件系统。</translation>
    </message>
    <message>
        <source>Mount it writable, or choose another folder.</source>
        <translation>请以可写方式挂载，或选择其他目录。</translation>
    </message>
    <message>
        <source>The file system of %1 cannot hold the links that libraries need.</source>
        <translation>%1 所在的文件系统不支持库文件所需的链接。</translation>
    </message>
    <message>
        <source>Choose a folder on a Linux file system.</source>
        <translation>请选择 Linux 文件系统上的目录。</translation>
    </message>
    <message>
        <source>%1 lies on another disk or file system than the target, so the change cannot be made in one piece.</source>
        <translation>%1 与目标不在同一磁盘或文件系统，无法一次完成更改。</translation>
    </message>
    <message>
        <source>Install into a folder that lies on one file system.</source>
        <translation>请安装到同一文件系统内的目录。</translation>
    </message>
    <message>
        <source>%1 is a link that may lead out of the chosen folder, and is not written through.</source>
        <translation>%1 是链接，可能指向所选目录之外，因此不会通过它写入。</translation>
    </message>
    <message>
        <source>Choose the folder that it leads to.</source>
        <translation>请选择它所指向的目录。</translation>
    </message>
    <message>
        <source>Another cuDNN Setup is changing %1 at this moment.</source>
        <translation>另一个 cuDNN Setup 正在更改 %1。</translation>
    </message>
    <message>
        <source>Wait until the other one is done and try again.</source>
        <translation>请等它结束后重试。</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>Look at the machine again and start anew.</source>
        <translation>请重新查看机器后再试。</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>The details say what the system answered; if the disk is failing, save your data first.</source>
        <translation>系统的回答见详细信息；如果磁盘有故障，请先备份数据。</translation>
    </message>
    <message>
        <source>Everything has been put back as it was.</source>
        <translation>一切已还原。</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>未做任何更改。</translation>
    </message>
    <message>
        <source>A record of an earlier change cannot be understood. It is left as it is, and so is everything it speaks of.</source>
        <translation>之前一次更改的记录无法读懂。它和它涉及的一切都保持原样。</translation>
    </message>
    <message>
        <source>ldconfig, which renews the loader cache, failed.</source>
        <translation>ldconfig（刷新加载器缓存）执行失败。</translation>
    </message>
    <message>
        <source>The plan cannot be carried out as it stands. Nothing has been changed. Make a new plan.</source>
        <translation>方案无法按原样执行。未做任何更改。请重新制定方案。</translation>
    </message>
    <message>
        <source>The plan would change %1, which is outside of %2. Nothing has been changed. Make a new plan.</source>
        <translation>方案会更改 %1，而它位于 %2 之外。未做任何更改。请重新制定方案。</translation>
    </message>
    <message>
        <source>%1 in the archive is empty. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 是空的。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 in the archive is cut off. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 不完整。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 in the archive is no library. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 不是库文件。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 in the archive is made for %2 processors, but this machine is %3. Nothing has been changed. Take the archive for %3.</source>
        <translation>压缩包中的 %1 适用于 %2 处理器，而这台机器是 %3。未做任何更改。请选用适用于 %3 的压缩包。</translation>
    </message>
    <message>
        <source>%1 in the archive is a 32-bit library, which 64-bit programs cannot load. Nothing has been changed. Take another archive.</source>
        <translation>压缩包中的 %1 是 32 位库，64 位程序无法加载。未做任何更改。请换一个压缩包。</translation>
    </message>
    <message>
        <source>The archive lacks %1, the name under which programs look for %2. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包缺少 %1，程序要用这个名称查找 %2。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 in the archive is a link to %2, which is missing. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 是指向 %2 的链接，而后者缺失。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>The files in the archive are of cuDNN %1, not %2 as was planned. Nothing has been changed. Choose the archive again.</source>
        <translation>压缩包中的文件属于 cuDNN %1，不是方案中的 %2。未做任何更改。请重新选择压缩包。</translation>
    </message>
    <message>
        <source>The archive does not hold the main library of cuDNN that was planned (libcudnn.so). Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包里没有方案中的 cuDNN 主库（libcudnn.so）。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>The libraries in the archive are made for CUDA %1, but the plan is for CUDA %2. Nothing has been changed. Take the archive for CUDA %2.</source>
        <translation>压缩包中的库是为 CUDA %1 构建的，而方案是 CUDA %2。未做任何更改。请选用适用于 CUDA %2 的压缩包。</translation>
    </message>
    <message>
        <source>%1 is a folder, or something else that is no file, where a file has to go. Nothing has been changed. Move it away and try again.</source>
        <translation>要放文件的位置 %1 是目录或其他非文件对象。未做任何更改。请移开它后重试。</translation>
    </message>
    <message>
        <source>%1 was not there when the plan was made, and is not overwritten. Nothing has been changed. Look at the machine again and start anew.</source>
        <translation>制定方案时 %1 还不存在，现在不会覆盖它。未做任何更改。请重新查看机器后再试。</translation>
    </message>
    <message>
        <source>The description of a change cannot be understood.</source>
        <translation>一次更改的说明无法读懂。</translation>
    </message>
    <message>
        <source>The change failed and could not be undone completely. What was there before is kept in %1; the details name what is not back in its place. Mend what the details complain of, then run &apos;cudnn-setup-cli recover&apos;.</source>
        <translation>更改失败，且未能完全撤销。原有的内容保留在 %1；尚未还原的内容见详细信息。请解决其中指出的问题，然后运行“cudnn-setup-cli recover”。</translation>
    </message>
    <message>
        <source>The archive brings %1 twice. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 出现了两次。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>The archive is no longer the file that was looked at: its SHA-256 is %1 instead of %2. Nothing has been changed. Choose the archive again.</source>
        <translation>压缩包已不是之前查看的文件：SHA-256 是 %1，而不是 %2。未做任何更改。请重新选择压缩包。</translation>
    </message>
    <message>
        <source>%1 in the archive is a link to %2, which leads out of its folder. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 是指向 %2 的链接，指到了自己的目录之外。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 in the archive is a second name of %2, which is not among the files to install. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包中的 %1 是 %2 的另一个名称，而后者不在要安装的文件之中。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>The archive ends in the middle of %1. Nothing has been changed. Download it again.</source>
        <translation>压缩包在 %1 中途结束。未做任何更改。请重新下载。</translation>
    </message>
    <message>
        <source>The archive unpacks to more than the %1 bytes that were announced. Nothing has been changed. Take another archive, best from NVIDIA&apos;s own site.</source>
        <translation>压缩包解压后超过了声明的 %1 字节。未做任何更改。请换一个压缩包，最好来自 NVIDIA 官方网站。</translation>
    </message>
    <message>
        <source>%1 is made for %2, but this machine is %3. Install the cuDNN for %3.</source>
        <translation>%1 适用于 %2，而这台机器是 %3。请安装适用于 %3 的 cuDNN。</translation>
    </message>
    <message>
        <source>The libraries are for %1. For which CUDA they were built could not be read.</source>
        <translation>库文件适用于 %1。无法读出它们是为哪个 CUDA 构建的。</translation>
    </message>
    <message>
        <source>The libraries are for %1 and CUDA %2. There is no toolkit to compare them with.</source>
        <translation>库文件适用于 %1 和 CUDA %2。没有工具包可供比较。</translation>
    </message>
    <message>
        <source>This cuDNN is built for CUDA %1, the toolkit is CUDA %2. Install the cuDNN for CUDA %3.</source>
        <translation>这个 cuDNN 是为 CUDA %1 构建的，工具包是 CUDA %2。请安装适用于 CUDA %3 的 cuDNN。</translation>
    </message>
    <message>
        <source>The libraries are for %1 and CUDA %2, as the toolkit (CUDA %3) is.</source>
        <translation>库文件适用于 %1 和 CUDA %2，与工具包（CUDA %3）一致。</translation>
    </message>
    <message>
        <source>A small program was built and run, but did not get a version from cuDNN.</source>
        <translation>编译并运行了一个小程序，但没有从 cuDNN 得到版本号。</translation>
    </message>
    <message>
        <source>A small program that was built with this copy loads cuDNN %1, not %2.</source>
        <translation>用此副本编译的小程序加载的是 cuDNN %1，而不是 %2。</translation>
    </message>
    <message>
        <source>A small program is built with the header of cuDNN %1 and runs with cuDNN %2.</source>
        <translation>小程序用 cuDNN %1 的头文件编译，却用 cuDNN %2 运行。</translation>
    </message>
    <message>
        <source>A small program was built with this copy and runs with cuDNN %1.</source>
        <translation>用此副本编译了一个小程序，并以 cuDNN %1 运行成功。</translation>
    </message>
    <message>
        <source>There is no room for a small test program in the folder for temporary files.</source>
        <translation>临时文件目录里没有空间放测试用的小程序。</translation>
    </message>
    <message>
        <source>No C++ compiler was found (nvcc, c++, g++, clang++), so no program was built. Running finished programs needs none.</source>
        <translation>没有找到 C++ 编译器（nvcc、c++、g++、clang++），因此没有编译程序。运行现成的程序不需要它。</translation>
    </message>
    <message>
        <source>A small program cannot be built with this copy. The compiler&apos;s words stand under Details.</source>
        <translation>无法用此副本编译小程序。编译器的输出见详细信息。</translation>
    </message>
    <message>
        <source>A small program was built with this copy but cannot be run.</source>
        <translation>用此副本编译了小程序，但无法运行。</translation>
    </message>
    <message>
        <source>No program was built: that was not asked for.</source>
        <translation>没有编译程序：未作此要求。</translation>
    </message>
    <message>
        <source>No header of cuDNN lies beside this copy, so no program can be built with it. Finished programs run without.</source>
        <translation>此副本旁边没有 cuDNN 头文件，因此无法用它编译程序。现成的程序可以运行。</translation>
    </message>
    <message>
        <source>Nothing of this machine is run here, so no program was built with it.</source>
        <translation>这台机器上的任何东西都不在这里运行，因此没有用它编译程序。</translation>
    </message>
    <message>
        <source>%1 is cut off: its end is missing. Install cuDNN again.</source>
        <translation>%1 不完整，末尾缺失。请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>%1 is an empty file. Install cuDNN again.</source>
        <translation>%1 是空文件。请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>%1 may not be read by you. Its owner can allow it.</source>
        <translation>您没有读取 %1 的权限。它的所有者可以授权。</translation>
    </message>
    <message>
        <source>%1 is no library. Install cuDNN again.</source>
        <translation>%1 不是库文件。请重新安装 cuDNN。</translation>
    </message>
    <message numerus="yes">
        <source>All %n libraries and links are whole. No record of an installation lies here to compare them with.</source>
        <translation>
            <numerusform>全部 %n 个库文件和链接都完整。这里没有安装记录可供比较。</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing the files was stopped.</source>
        <translation>文件比较已停止。</translation>
    </message>
    <message>
        <source>%1 was installed and is gone. Install cuDNN again.</source>
        <translation>%1 安装过，现在不见了。请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>%1 is no longer the file that was installed: something changed it. Install cuDNN again.</source>
        <translation>%1 已不是当初安装的文件，被改动过。请重新安装 cuDNN。</translation>
    </message>
    <message numerus="yes">
        <source>All %n files are byte for byte what was installed.</source>
        <translation>
            <numerusform>全部 %n 个文件与安装时逐字节一致。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no NVIDIA GPU here, so nothing was computed on one.</source>
        <translation>这里没有 NVIDIA GPU，因此没有做 GPU 计算。</translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU here but no driver for it, so nothing was computed on it.</source>
        <translation>这里有 NVIDIA GPU，但没有驱动，因此没有做 GPU 计算。</translation>
    </message>
    <message>
        <source>The link %1 leads to %2, which is not there. The other files are not affected; install cuDNN again.</source>
        <translation>链接 %1 指向 %2，而后者不存在。其他文件不受影响，请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>The name %1, under which programs look for %2, is missing.</source>
        <translation>缺少名称 %1，程序要用它查找 %2。</translation>
    </message>
    <message>
        <source>%1 leads to %2, which calls itself %3: another library stands under this name.</source>
        <translation>%1 指向 %2，而后者自称 %3：这个名称下放的是另一个库。</translation>
    </message>
    <message>
        <source>%1 leads to %2, but %3 leads to %4: programs would be built with one version and run with the other.</source>
        <translation>%1 指向 %2，而 %3 指向 %4：程序会用一个版本编译，却用另一个版本运行。</translation>
    </message>
    <message>
        <source>%1 are copies where links belong. They work until one of them is updated and the others are not.</source>
        <translation>%1 本应是链接，却是副本。目前可用，但只更新其中一个时就会出问题。</translation>
    </message>
    <message>
        <source>The link %1 was installed and is gone.</source>
        <translation>链接 %1 安装过，现在不见了。</translation>
    </message>
    <message>
        <source>%1 was installed as a link and is now a file of its own.</source>
        <translation>%1 安装时是链接，现在是独立的文件。</translation>
    </message>
    <message>
        <source>The link %1 was installed to lead to %2 and now leads to %3.</source>
        <translation>链接 %1 安装时指向 %2，现在指向 %3。</translation>
    </message>
    <message>
        <source>The plain name libcudnn.so is missing in %1. Programs run, but building one with -lcudnn fails.</source>
        <translation>%1 中缺少名称 libcudnn.so。程序可以运行，但用 -lcudnn 编译会失败。</translation>
    </message>
    <message>
        <source>Every library stands under the name that it carries itself; this layout needs no links.</source>
        <translation>每个库都以自身的名称存放，这种布局不需要链接。</translation>
    </message>
    <message>
        <source>Every name leads to the library that carries it.</source>
        <translation>每个名称都指向对应的库。</translation>
    </message>
    <message>
        <source>This copy belongs to Python, which finds it without the loader cache.</source>
        <translation>此副本属于 Python，不靠加载器缓存就能找到。</translation>
    </message>
    <message>
        <source>The loader cache of this machine cannot be read.</source>
        <translation>无法读取这台机器的加载器缓存。</translation>
    </message>
    <message>
        <source>The loader cache knows %1 in this folder.</source>
        <translation>加载器缓存知道这个目录中的 %1。</translation>
    </message>
    <message>
        <source>The loader cache does not know this folder, but LD_LIBRARY_PATH names it: that works in this session, not for services and sudo.</source>
        <translation>加载器缓存不知道这个目录，但 LD_LIBRARY_PATH 指向它：在本会话中可用，对系统服务和 sudo 无效。</translation>
    </message>
    <message>
        <source>The loader cache does not know %1 in %2. A file in /etc/ld.so.conf.d with this folder, and ldconfig, make it known.</source>
        <translation>加载器缓存不知道 %2 中的 %1。在 /etc/ld.so.conf.d 里加入含此目录的文件并执行 ldconfig 即可。</translation>
    </message>
    <message>
        <source>This copy belongs to Python, which names it itself; what other programs load does not matter to it.</source>
        <translation>此副本属于 Python，由它自己指定；其他程序加载什么与它无关。</translation>
    </message>
    <message>
        <source>A program that asks for %1 finds none: the loader does not look in %2.</source>
        <translation>程序查找 %1 时什么也找不到：加载器不会查找 %2。</translation>
    </message>
    <message>
        <source>A program that asks for %1 gets this copy (%2).</source>
        <translation>程序查找 %1 时得到的是此副本（%2）。</translation>
    </message>
    <message>
        <source>A program that asks for %1 gets %2 instead, because of %3.</source>
        <translation>程序查找 %1 时得到的是 %2，原因是 %3。</translation>
    </message>
    <message>
        <source>%1 needs %2, which is not found. cuDNN itself is in place.</source>
        <translation>%1 需要 %2，但没有找到。cuDNN 本身已就位。</translation>
    </message>
    <message>
        <source>%1 cannot be loaded. The line under Details is the loader&apos;s own.</source>
        <translation>无法加载 %1。详细信息中是加载器的原话。</translation>
    </message>
    <message>
        <source>%1 is missing or damaged in %2: cuDNN loads it when a program needs it, and fails then. Install cuDNN again.</source>
        <translation>%2 中缺少 %1 或其已损坏：程序需要时 cuDNN 会加载它，届时会出错。请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>There is no library to load.</source>
        <translation>没有可加载的库。</translation>
    </message>
    <message numerus="yes">
        <source>All %n libraries were loaded, in a process of their own.</source>
        <translation>
            <numerusform>全部 %n 个库都已在独立进程中加载成功。</numerusform>
        </translation>
    </message>
    <message>
        <source>Files are whole and as installed</source>
        <translation>文件完整，与安装时一致</translation>
    </message>
    <message>
        <source>Links lead to the right libraries</source>
        <translation>链接指向正确的库</translation>
    </message>
    <message>
        <source>Header and library are of one version</source>
        <translation>头文件与库版本一致</translation>
    </message>
    <message>
        <source>Made for this machine and this CUDA</source>
        <translation>适合这台机器和这个 CUDA</translation>
    </message>
    <message>
        <source>The loader cache knows it</source>
        <translation>加载器缓存知道它</translation>
    </message>
    <message>
        <source>Programs load this copy</source>
        <translation>程序加载的是此副本</translation>
    </message>
    <message>
        <source>Every library can be loaded</source>
        <translation>每个库都能加载</translation>
    </message>
    <message>
        <source>A small program builds and runs</source>
        <translation>小程序能编译并运行</translation>
    </message>
    <message>
        <source>It computes on the GPU</source>
        <translation>能在 GPU 上计算</translation>
    </message>
    <message>
        <source>%1 is missing in %2.</source>
        <translation>%2 中缺少 %1。</translation>
    </message>
    <message>
        <source>There is no cuDNN library in %1.</source>
        <translation>%1 中没有 cuDNN 库。</translation>
    </message>
    <message>
        <source>There is no cuDNN here to look at.</source>
        <translation>这里没有 cuDNN 可查看。</translation>
    </message>
    <message>
        <source>%1 cannot be loaded. The lines under Details say what is missing or damaged.</source>
        <translation>无法加载 %1。缺失或损坏的内容见详细信息。</translation>
    </message>
    <message>
        <source>Libraries of %1 and of %2 lie in one folder and would work together. They must all be of one version: install cuDNN again.</source>
        <translation>%1 和 %2 的库放在同一目录，会混在一起使用。它们必须是同一版本：请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>The version of this cuDNN could not be read.</source>
        <translation>无法读出这个 cuDNN 的版本。</translation>
    </message>
    <message>
        <source>The header is of %1, the library is %2. Programs would be built for another version than they run with.</source>
        <translation>头文件是 %1，库是 %2。程序编译时与运行时的版本会不同。</translation>
    </message>
    <message>
        <source>Header and library are both %1.</source>
        <translation>头文件和库都是 %1。</translation>
    </message>
    <message>
        <source>The old practice machine in %1 cannot be taken away. Choose another folder, or one that belongs to you.</source>
        <translation>无法移除 %1 中的旧练习机。请选择其他目录或您自己的目录。</translation>
    </message>
    <message>
        <source>%1 is a file. Name a folder for the practice machine.</source>
        <translation>%1 是文件。请给出存放练习机的目录。</translation>
    </message>
    <message>
        <source>%1 holds other things, and they are left alone. Name a new or an empty folder for the practice machine.</source>
        <translation>%1 里有其他内容，不会动它们。请为练习机给出新目录或空目录。</translation>
    </message>
    <message>
        <source>The list of this practice machine&apos;s archives cannot be read. Make the practice machine anew.</source>
        <translation>无法读取这台练习机的压缩包清单。请重新创建练习机。</translation>
    </message>
    <message>
        <source>%1 is not loaded: of a practice machine only the practice libraries are, whole and unaltered.</source>
        <translation>没有加载 %1：练习机上只加载完整且未改动的练习库。</translation>
    </message>
    <message>
        <source>There is no room left for %1. Make some room or choose another folder.</source>
        <translation>%1 的空间不足。请腾出空间或选择其他目录。</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose a folder in which you may write.</source>
        <translation>无法写入 %1。请选择您有写权限的目录。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>It is genuine: its SHA-256 is the published one.</source>
        <translation>真实：它的 SHA-256 与公布的一致。</translation>
    </message>
    <message>
        <source>Nobody published its SHA-256, so it cannot be said where it comes from.</source>
        <translation>没有人公布过它的 SHA-256，因此无法说明它的来源。</translation>
    </message>
    <message>
        <source>It carries the name of a published archive, but not its SHA-256. Fetch it anew from NVIDIA.</source>
        <translation>它与一个已发布的压缩包同名，但 SHA-256 不同。请从 NVIDIA 重新获取。</translation>
    </message>
    <message>
        <source>It ends too early: the download was cut off. Fetch it anew.</source>
        <translation>它提前结束：下载中断了。请重新获取。</translation>
    </message>
    <message>
        <source>It is no archive that can be installed.</source>
        <translation>它不是可以安装的压缩包。</translation>
    </message>
    <message>
        <source>%1 is cuDNN %2 for CUDA %3, %4.</source>
        <translation>%1 是 cuDNN %2，适用于 CUDA %3，%4。</translation>
    </message>
    <message>
        <source>  SHA-256 of this file: %1</source>
        <translation>  此文件的 SHA-256：%1</translation>
    </message>
    <message>
        <source>  SHA-256 published:    %1</source>
        <translation>  公布的 SHA-256：  %1</translation>
    </message>
    <message numerus="yes">
        <source>  %n entries, %1 unpacked</source>
        <translation>
            <numerusform>  %n 个条目，解压后 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>cuDNN %1 for CUDA %2 comes into %3</source>
        <translation>cuDNN %1（CUDA %2）将装入 %3</translation>
    </message>
    <message>
        <source>  libraries into %1</source>
        <translation>  库文件放入 %1</translation>
    </message>
    <message>
        <source>  headers into %1</source>
        <translation>  头文件放入 %1</translation>
    </message>
    <message numerus="yes">
        <source>  %n files of cuDNN %1 are put aside and kept</source>
        <translation>
            <numerusform>  cuDNN %1 的 %n 个文件将被移出并保留</numerusform>
        </translation>
    </message>
    <message>
        <source>  room: at most %1 needed, %2 free</source>
        <translation>  空间：最多需要 %1，可用 %2</translation>
    </message>
    <message>
        <source>  note: %1</source>
        <translation>  注意：%1</translation>
    </message>
    <message>
        <source>  this needs the rights of an administrator</source>
        <translation>  这需要管理员权限</translation>
    </message>
    <message>
        <source>Done: cuDNN %1 is in %2.</source>
        <translation>完成：cuDNN %1 已在 %2。</translation>
    </message>
    <message numerus="yes">
        <source>  %n files and links were put in place</source>
        <translation>
            <numerusform>  已放入 %n 个文件和链接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>  %n earlier files are kept in %1</source>
        <translation>
            <numerusform>  原有的 %n 个文件保留在 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute capability %1</source>
        <translation>计算能力 %1</translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>It is run by the driver %1, not by NVIDIA&apos;s.</source>
        <translation>它由驱动 %1 驱动，不是 NVIDIA 的驱动。</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found.</source>
        <translation>没有找到 NVIDIA 驱动。</translation>
    </message>
    <message>
        <source>NVIDIA driver %1 (read from: %2)</source>
        <translation>NVIDIA 驱动 %1（读取自：%2）</translation>
    </message>
    <message>
        <source>Your driver can run programs up to CUDA %1. That is its limit; it does not mean that a toolkit is installed.</source>
        <translation>您的驱动最高可运行 CUDA %1 的程序。这是它的上限，并不表示安装了工具包。</translation>
    </message>
    <message>
        <source>No CUDA toolkit was found.</source>
        <translation>没有找到 CUDA 工具包。</translation>
    </message>
    <message>
        <source>Toolkit installed: CUDA %1 in %2</source>
        <translation>已安装的工具包：CUDA %1，位于 %2</translation>
    </message>
    <message>
        <source>This one is used when nothing else is said (%1).</source>
        <translation>未另行指定时使用这一个（%1）。</translation>
    </message>
    <message>
        <source>Also reached as %1</source>
        <translation>另一路径：%1</translation>
    </message>
    <message>
        <source>There is no cuDNN in it.</source>
        <translation>其中没有 cuDNN。</translation>
    </message>
    <message>
        <source>It belongs to %1</source>
        <translation>属于 %1</translation>
    </message>
    <message>
        <source>cuDNN %1 in %2</source>
        <translation>cuDNN %1，位于 %2</translation>
    </message>
    <message>
        <source>cuDNN %1 for CUDA %2 in %3</source>
        <translation>cuDNN %1（CUDA %2），位于 %3</translation>
    </message>
    <message>
        <source>Its headers are of version %1, its libraries of version %2.</source>
        <translation>头文件版本是 %1，库版本是 %2。</translation>
    </message>
    <message>
        <source>No headers belong to it.</source>
        <translation>没有对应的头文件。</translation>
    </message>
    <message>
        <source>%1 is damaged (%2).</source>
        <translation>%1 已损坏（%2）。</translation>
    </message>
    <message>
        <source>It cannot be loaded: %1</source>
        <translation>无法加载：%1</translation>
    </message>
    <message>
        <source>Programs that use it now: %1</source>
        <translation>正在使用它的程序：%1</translation>
    </message>
    <message>
        <source>No cuDNN was found.</source>
        <translation>没有找到 cuDNN。</translation>
    </message>
    <message>
        <source>Programs that ask for %1 get %2 (found through: %3).</source>
        <translation>程序查找 %1 时得到 %2（来源：%3）。</translation>
    </message>
    <message>
        <source>The loader finds none of them by itself.</source>
        <translation>加载器不会自动找到其中任何一个。</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>%1, glibc %2, %3</source>
        <translation>%1，glibc %2，%3</translation>
    </message>
    <message>
        <source>Kernel %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>It runs inside Windows (WSL): the driver is the one of Windows.</source>
        <translation>运行在 Windows 内（WSL）：驱动是 Windows 的驱动。</translation>
    </message>
    <message>
        <source>It runs in a container (%1): the driver is the one of the machine outside.</source>
        <translation>运行在容器（%1）内：驱动是外部机器的驱动。</translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation>查看机器</translation>
    </message>
    <message>
        <source>Reading the archive</source>
        <translation>读取压缩包</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>解压</translation>
    </message>
    <message>
        <source>Checking the unpacked files</source>
        <translation>检查解压出的文件</translation>
    </message>
    <message>
        <source>Putting the files in place</source>
        <translation>放入文件</translation>
    </message>
    <message>
        <source>Telling the loader</source>
        <translation>通知加载器</translation>
    </message>
    <message>
        <source>Proving</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Putting everything back</source>
        <translation>全部撤回</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%1 %，共 %2</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>剩余 %1 秒</translation>
    </message>
    <message>
        <source>CUDA %1 is here, cuDNN is not yet. Without an NVIDIA driver no program can use a graphics card on this machine.</source>
        <translation>已有 CUDA %1，还没有 cuDNN。没有 NVIDIA 驱动，这台机器上的程序都无法使用显卡。</translation>
    </message>
    <message>
        <source>Ready: CUDA %1 and driver %2. No cuDNN yet.</source>
        <translation>就绪：CUDA %1，驱动 %2。还没有 cuDNN。</translation>
    </message>
    <message>
        <source>cuDNN %1 is installed but programs load %2 instead.</source>
        <translation>已安装 cuDNN %1，但程序加载的是 %2。</translation>
    </message>
    <message>
        <source>cuDNN %1 is here, but no CUDA toolkit.</source>
        <translation>已有 cuDNN %1，但没有 CUDA 工具包。</translation>
    </message>
    <message>
        <source>CUDA %1 and cuDNN %2 are here. Without an NVIDIA driver no program can use a graphics card on this machine.</source>
        <translation>已有 CUDA %1 和 cuDNN %2。没有 NVIDIA 驱动，这台机器上的程序都无法使用显卡。</translation>
    </message>
    <message>
        <source>Ready: CUDA %1, driver %2 and cuDNN %3.</source>
        <translation>就绪：CUDA %1、驱动 %2、cuDNN %3。</translation>
    </message>
    <message>
        <source>No CUDA toolkit was found here. cuDNN goes into a CUDA toolkit, so that comes first.</source>
        <translation>这里没有找到 CUDA 工具包。cuDNN 要装进 CUDA 工具包，请先安装它。</translation>
    </message>
    <message>
        <source>%1 could not be written. Please choose another folder.</source>
        <translation>无法写入 %1。请选择其他目录。</translation>
    </message>
    <message>
        <source>The command %1 is not in this version; it comes with a later one. Nothing was done.</source>
        <translation>此版本没有命令 %1，以后的版本会有。未执行任何操作。</translation>
    </message>
    <message>
        <source>There is no command %1, so it is not in this version. cudnn-setup-cli --help lists what there is.</source>
        <translation>没有命令 %1，此版本不提供。cudnn-setup-cli --help 列出全部命令。</translation>
    </message>
    <message>
        <source>No command was given.</source>
        <translation>没有给出命令。</translation>
    </message>
    <message>
        <source>Give either --root or --machine, not both.</source>
        <translation>--root 和 --machine 只能给出一个。</translation>
    </message>
    <message>
        <source>It is used like this: cudnn-setup-cli %1 %2</source>
        <translation>用法：cudnn-setup-cli %1 %2</translation>
    </message>
    <message>
        <source>%1 is no language of this program; use en or zh_CN.</source>
        <translation>本程序没有语言 %1；请用 en 或 zh_CN。</translation>
    </message>
    <message>
        <source>cuDNN %1 is not known. cudnn-setup-cli releases lists what is.</source>
        <translation>未知的 cuDNN %1。cudnn-setup-cli releases 列出已知版本。</translation>
    </message>
    <message>
        <source>This version does not download yet. Nothing was done. Fetch the archive of cuDNN %1 with your browser and give its file instead of the number.</source>
        <translation>此版本还不能下载。未执行任何操作。请用浏览器下载 cuDNN %1 的压缩包，并给出文件而不是版本号。</translation>
    </message>
    <message>
        <source>Go on all the same?</source>
        <translation>仍然继续吗？</translation>
    </message>
    <message>
        <source>To prove that it works: cudnn-setup-cli verify --copy %1</source>
        <translation>要证明它可用：cudnn-setup-cli verify --copy %1</translation>
    </message>
    <message>
        <source>Stopped, but not everything could be put back. What is needed for that lies in %1.</source>
        <translation>已停止，但未能全部还原。所需内容在 %1。</translation>
    </message>
    <message>
        <source>Stopped as you wished. %1 is as it was before.</source>
        <translation>已按您的要求停止。%1 保持原样。</translation>
    </message>
    <message>
        <source>You may not write into %1. Nothing was changed. Run this instead: %2</source>
        <translation>您没有写入 %1 的权限。未做任何更改。请改为运行：%2</translation>
    </message>
    <message>
        <source>Do this?</source>
        <translation>执行吗？</translation>
    </message>
    <message>
        <source>Nothing was changed, as nobody said yes. Add --yes to go on without a question.</source>
        <translation>未得到确认，未做任何更改。加上 --yes 可不经询问直接执行。</translation>
    </message>
    <message>
        <source>A practice machine lies in %1. Nothing outside of it is touched.</source>
        <translation>练习机位于 %1。不会动它以外的任何东西。</translation>
    </message>
    <message>
        <source>Try it out:</source>
        <translation>试一试：</translation>
    </message>
    <message>
        <source>Machines with something wrong, to look at:</source>
        <translation>有问题的机器，可供查看：</translation>
    </message>
    <message>
        <source>practice makes a machine; it needs no --root and no --machine. Write: cudnn-setup-cli practice DIR</source>
        <translation>practice 用来创建机器，不需要 --root 和 --machine。请写：cudnn-setup-cli practice 目录</translation>
    </message>
    <message numerus="yes">
        <source>%n releases, as known on %1</source>
        <translation>
            <numerusform>%n 个版本，数据日期 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is no version of CUDA. Write --cuda 12, for example.</source>
        <translation>%1 不是 CUDA 版本。请写成例如 --cuda 12。</translation>
    </message>
    <message>
        <source>There is no cuDNN in %1, so there is nothing to prove. Install one first.</source>
        <translation>%1 中没有 cuDNN，没有可校验的内容。请先安装。</translation>
    </message>
    <message>
        <source>%1 is no CUDA toolkit. cudnn-setup-cli detect lists those that are here.</source>
        <translation>%1 不是 CUDA 工具包。cudnn-setup-cli detect 列出这里的工具包。</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>这台机器</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>The cuDNN in %1 does not work as it should: see the lines marked FAILED.</source>
        <translation>%1 中的 cuDNN 不能正常使用：见标为“失败”的行。</translation>
    </message>
    <message>
        <source>cuDNN %1 in %2 passed every check that could be made here.</source>
        <translation>%2 中的 cuDNN %1 通过了这里能做的全部检查。</translation>
    </message>
    <message>
        <source>--gpu takes auto, on or off.</source>
        <translation>--gpu 可取 auto、on 或 off。</translation>
    </message>
    <message>
        <source>Type yes or no, then Enter:</source>
        <translation>请输入“是”（yes）或“否”（no），然后按回车：</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Stopped as you wished. Nothing was changed.</source>
        <translation>已按您的要求停止。未做任何更改。</translation>
    </message>
    <message>
        <source>nvcc on PATH</source>
        <translation>PATH 中的 nvcc</translation>
    </message>
    <message>
        <source>loader cache</source>
        <translation>加载器缓存</translation>
    </message>
    <message>
        <source>default folder</source>
        <translation>默认目录</translation>
    </message>
    <message>
        <source>%1 is a folder of the system, so nothing is written there. Nothing was changed. Choose a folder of its own, for example %2.</source>
        <translation>%1 是系统目录，不会往里写入任何文件。未做任何更改。请换一个单独的目录，例如 %2。</translation>
    </message>
    <message>
        <source>This copy was installed without making it known to the loader, as chosen.</source>
        <translation>安装时已选择不让加载器自动找到这份副本。</translation>
    </message>
    <message>
        <source>Programs find this copy only when LD_LIBRARY_PATH names %1, as chosen.</source>
        <translation>按安装时的选择，只有在 LD_LIBRARY_PATH 中包含 %1 时，程序才能找到这份副本。</translation>
    </message>
    <message>
        <source>Programs load %1. They load this copy only when LD_LIBRARY_PATH names %2, as chosen.</source>
        <translation>程序加载的是 %1。按安装时的选择，只有在 LD_LIBRARY_PATH 中包含 %2 时才会加载这份副本。</translation>
    </message>
    <message>
        <source>%1 was changed by somebody else since, and is left as it is.</source>
        <translation>%1 之后被他人改动过，已保持原样。</translation>
    </message>
    <message>
        <source>The change of %1 that was cut off is undone: everything is as it was before it.</source>
        <translation>对 %1 的改动曾被中断，现已撤销：一切恢复到改动之前的状态。</translation>
    </message>
    <message>
        <source>An earlier change of %1 was cut off and is not cleared up yet. Nothing has been changed now. Run &apos;cudnn-setup-cli recover --toolkit %1&apos; first; if this user may not write there, it needs sudo.</source>
        <translation>%1 之前的一次改动被中断，尚未清理。本次未做任何更改。请先运行“cudnn-setup-cli recover --toolkit %1”；如果当前用户无权写入该目录，请加上 sudo。</translation>
    </message>
    <message>
        <source>Others than the administrator may have written %1, so with administrator rights it is not believed.</source>
        <translation>%1 可能由管理员以外的用户写入，因此以管理员权限运行时不予采信。</translation>
    </message>
    <message>
        <source>Run it as the user whom it belongs to; if it should be the administrator&apos;s alone, find out first who wrote to it.</source>
        <translation>请以该文件所有者的身份运行；如果它本应只属于管理员，请先查明是谁写入的。</translation>
    </message>
    <message>
        <source>The record of a change of %1 that was cut off names %2, which no change of cuDNN there touches, so the record is not believed. Nothing has been changed. Find out who wrote it before you remove the folder that the details name.</source>
        <translation>%1 中一次被中断的改动，其记录里出现了 %2，而安装 cuDNN 不会涉及该路径，因此不采信这份记录。未做任何更改。删除详细信息中列出的目录之前，请先查明记录是谁写入的。</translation>
    </message>
    <message>
        <source>%1 is a folder of the system, not one for cuDNN. Nothing has been changed. Choose a toolkit, or a folder of your own.</source>
        <translation>%1 是系统目录，不能用来存放 cuDNN。未做任何更改。请选择一个工具包，或自己的目录。</translation>
    </message>
    <message>
        <source>There is no CUDA toolkit here that fits this copy, and cuDNN&apos;s header needs CUDA&apos;s own, so no program was built. Running finished programs needs none.</source>
        <translation>这里没有与这份副本匹配的 CUDA 工具包，而 cuDNN 的头文件依赖 CUDA 自带的头文件，因此没有编译程序。运行已编译好的程序不需要它。</translation>
    </message>
    <message>
        <source>%1 holds a name that is not UTF-8, which this program cannot follow safely. Nothing was done. Rename it, or work from another folder.</source>
        <translation>%1 中含有非 UTF-8 编码的名称，本程序无法安全地处理。未做任何操作。请重命名，或换一个目录再运行。</translation>
    </message>
    <message>
        <source>--%1 needs the name of a folder.</source>
        <translation>--%1 后面需要写目录名。</translation>
    </message>
    <message>
        <source>--%1 names a folder of the other machine, so it begins with /: %2 does not.</source>
        <translation>--%1 指的是另一台机器中的目录，必须以 / 开头，而 %2 不是。</translation>
    </message>
    <message>
        <source>This program has changed nothing in %1: there is no record of a change in it. Give the toolkit&apos;s own folder, or the prefix.</source>
        <translation>本程序没有改动过 %1：其中没有改动记录。请指定工具包所在的目录，或安装前缀。</translation>
    </message>
    <message>
        <source>The archive %1 has extra bytes after its end, so it is not the file that was packed. Nothing was installed from it; download it again.</source>
        <translation>压缩包 %1 的结尾之后还有多余的字节，已不是当初打包的文件。没有从中安装任何内容；请重新下载。</translation>
    </message>
    <message>
        <source>The path %1 holds a character that separates folders in search paths, so no shell can be told to look there. Nothing was changed. Choose a folder with a plainer name, or install without activation.</source>
        <translation>路径 %1 含有搜索路径的分隔符，无法让 shell 到那里查找。未做任何更改。请换一个名称简单的目录，或安装时不启用。</translation>
    </message>
    <message>
        <source>%1 is there already and was not written by cuDNN Setup, so it is not overwritten. Nothing was changed. Choose another name, or move the file away.</source>
        <translation>%1 已经存在，且不是 cuDNN Setup 写入的，因此不会覆盖。未做任何更改。请换一个名称，或移开该文件。</translation>
    </message>
    <message>
        <source>In %1 the block of cuDNN Setup has a beginning and no end, so it cannot be told which lines are ours. Nothing was changed. Take the lines from &quot;%2&quot; on out by hand, then try again.</source>
        <translation>%1 中 cuDNN Setup 的段落有开头却没有结尾，无法判断哪些行属于本程序。未做任何更改。请手动删去从“%2”开始的那几行，然后重试。</translation>
    </message>
    <message>
        <source>%1 leads to %2, which is no start-up file of yours in your home folder, so it is not changed. Nothing was changed. Install without activation, and add this line yourself where you keep your settings: . activate.sh, with the folder of cuDNN before it.</source>
        <translation>%1 指向 %2，而它不是您主目录中自己的启动文件，因此不会改动。未做任何更改。请安装时不启用，并在您存放设置的地方自行加入一行：. activate.sh（前面写上 cuDNN 所在的目录）。</translation>
    </message>
    <message>
        <source>%1 is neither a conda environment nor a virtual environment of Python. Nothing was changed. Name such a folder, or a file to write, for example %1/cudnn.sh.</source>
        <translation>%1 既不是 conda 环境，也不是 Python 虚拟环境。未做任何更改。请指定这样的目录，或要写入的文件，例如 %1/cudnn.sh。</translation>
    </message>
    <message>
        <source>The folder %1 does not exist. Nothing was changed. Make it first.</source>
        <translation>目录 %1 不存在。未做任何更改。请先创建它。</translation>
    </message>
    <message>
        <source>There is no cuDNN in %1. Nothing was changed. cudnn-setup-cli detect lists the copies that are here.</source>
        <translation>%1 中没有 cuDNN。未做任何更改。cudnn-setup-cli detect 列出这里的各个副本。</translation>
    </message>
    <message>
        <source>These programs use the graphics card now, but as far as can be seen not the cuDNN in %1; they are not disturbed: %2.</source>
        <translation>以下程序正在使用显卡，但就目前所见没有使用 %1 中的 cuDNN，不会受影响：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n programs of other users could not be looked into. Any that uses the cuDNN in %1 goes on with the old one until it is started again.</source>
        <translation>
            <numerusform>无法查看其他用户的 %n 个程序。其中若有程序在用 %1 中的 cuDNN，重新启动之前会继续使用旧版本。</numerusform>
        </translation>
    </message>
    <message>
        <source>This system hides the programs of other users. Any that uses the cuDNN in %1 goes on with the old one until it is started again.</source>
        <translation>此系统隐藏了其他用户的程序。若有程序在用 %1 中的 cuDNN，重新启动之前会继续使用旧版本。</translation>
    </message>
    <message>
        <source>The cuDNN in %1 is in use by: %2. Nothing was changed. Close these programs, or go on anyway: they do not crash, and keep the old cuDNN until they are started again.</source>
        <translation>%1 中的 cuDNN 正被以下程序使用：%2。未做任何更改。请关闭这些程序，或直接继续：它们不会崩溃，重新启动之前会继续使用旧的 cuDNN。</translation>
    </message>
    <message>
        <source>These programs use the cuDNN in %1 now. They do not crash, and keep the old one until they are started again: %2.</source>
        <translation>以下程序正在使用 %1 中的 cuDNN。它们不会崩溃，重新启动之前会继续使用旧版本：%2。</translation>
    </message>
    <message>
        <source>Programs do not find %1 by themselves yet: the loader does not look in %2.</source>
        <translation>程序还不能自行找到 %1：加载器不会到 %2 中查找。</translation>
    </message>
    <message>
        <source>Programs load another cuDNN than the one in %1: %2 (%3 comes first).</source>
        <translation>程序加载的不是 %1 中的 cuDNN，而是 %2（%3 排在前面）。</translation>
    </message>
    <message>
        <source>The cuDNN in %1 belongs to a package (%2), whose own tool has to take it out. Nothing was changed. This does it: %3</source>
        <translation>%1 中的 cuDNN 属于软件包（%2），应由包管理器卸载。未做任何更改。请运行：%3</translation>
    </message>
    <message>
        <source>The plan is for the machine in %1, not for the one that this program may change. Nothing has been changed.</source>
        <translation>方案针对的是 %1 中的机器，而不是本程序可以更改的这台。未做任何更改。</translation>
    </message>
    <message>
        <source>What was sent to be carried out with more rights is not what this program sends. Nothing has been changed. Start it from the same version of this program.</source>
        <translation>收到的、要以更高权限执行的内容不是本程序所发。未做任何更改。请从同一版本的程序启动。</translation>
    </message>
    <message>
        <source>The program that asked for this change stopped before it had sent everything. Nothing has been changed. Start it again.</source>
        <translation>发起这次改动的程序还没发完就停止了。未做任何更改。请重新开始。</translation>
    </message>
    <message>
        <source>The record of an earlier change, %1, cannot be understood. It is left as it is, and so is everything it speaks of. Put it back from a backup of your own; or move its folder away, and give up taking that change back.</source>
        <translation>无法读懂之前一次改动的记录 %1。记录本身及其涉及的内容都原样保留。请从您自己的备份恢复它；或移走它所在的目录，放弃撤回那次改动。</translation>
    </message>
    <message>
        <source>The record of an earlier change, %1, cannot be read. Nothing has been changed. Run it as the user whom it belongs to, or with sudo.</source>
        <translation>无法读取之前一次改动的记录 %1。未做任何更改。请以其所有者的身份运行，或使用 sudo。</translation>
    </message>
    <message>
        <source>%1 could not be started. Nothing has been changed.</source>
        <translation>无法启动 %1。未做任何更改。</translation>
    </message>
    <message>
        <source>The part of this program that changes %1 ended before it was done. Nothing is lost: run &apos;cudnn-setup-cli recover --toolkit %1&apos;.</source>
        <translation>负责更改 %1 的部分没有做完就结束了。什么都没有丢失：请运行“cudnn-setup-cli recover --toolkit %1”。</translation>
    </message>
    <message>
        <source>Administrator&apos;s rights are needed for %1 and were not given: this account may not have them, or nothing here can ask for a password. Nothing has been changed. Ask an administrator, or use sudo in a terminal.</source>
        <translation>更改 %1 需要管理员权限，但未能获得：此账户可能没有权限，或者这里无法询问密码。未做任何更改。请联系管理员，或在终端中使用 sudo。</translation>
    </message>
    <message>
        <source>The password was not given, or not the right one. Nothing has been changed.</source>
        <translation>没有输入密码，或密码不正确。未做任何更改。</translation>
    </message>
    <message>
        <source>%1 belongs to another user, so it is not edited. Nothing has been changed. Run this as the user whom it belongs to, without sudo.</source>
        <translation>%1 属于另一个用户，因此不会编辑。未做任何更改。请以其所有者的身份运行，不要使用 sudo。</translation>
    </message>
    <message>
        <source>The plan would change %1 with an administrator&apos;s rights, which installing a cuDNN does not need. Nothing has been changed. Make a new plan.</source>
        <translation>方案会以管理员权限更改 %1，而安装 cuDNN 并不需要这样做。未做任何更改。请重新制定方案。</translation>
    </message>
    <message>
        <source>Others than the administrator may write into %1, so nothing is put there with an administrator&apos;s rights. Nothing has been changed. Install as the user whom the folder belongs to, or choose another target.</source>
        <translation>管理员以外的用户也可以写入 %1，因此不会以管理员权限在那里放置任何内容。未做任何更改。请以该目录所有者的身份安装，或选择其他目标。</translation>
    </message>
    <message>
        <source>%1 is not there. Nothing has been changed. Give the folder of a toolkit, or a prefix.</source>
        <translation>%1 不存在。未做任何更改。请指定工具包所在的目录，或安装前缀。</translation>
    </message>
    <message>
        <source>%1 was changed by somebody after it was put there. It stays as it is now.</source>
        <translation>%1 放入之后被他人改动过，将保持现状。</translation>
    </message>
    <message>
        <source>no known cuDNN</source>
        <translation>没有已知的 cuDNN</translation>
    </message>
    <message>
        <source>An earlier change of %1 was cut off, or is being made at this moment. Nothing has been changed now. If no other cuDNN Setup is at work, run &apos;cudnn-setup-cli recover --toolkit %1&apos; first.</source>
        <translation>%1 之前的一次改动被中断，或正在进行。本次未做任何更改。如果没有其他 cuDNN Setup 正在运行，请先运行“cudnn-setup-cli recover --toolkit %1”。</translation>
    </message>
    <message>
        <source>The change %1 of %2 cannot be taken back by itself: the files that it replaced were installed by an older change, and their backup has been dropped to save room. Nothing has been changed. Roll back an older change, or install that cuDNN again.</source>
        <translation>%2 的改动 %1 无法单独撤回：它替换的文件由更早的改动安装，其备份已为节省空间而删除。未做任何更改。请撤回更早的改动，或重新安装那个 cuDNN。</translation>
    </message>
    <message>
        <source>There is no change of %1 that could be taken back: this program has installed nothing there, or all of it is taken back already. Nothing has been changed.</source>
        <translation>%1 没有可以撤回的改动：本程序没有在那里安装过任何内容，或已全部撤回。未做任何更改。</translation>
    </message>
    <message>
        <source>%2 has no change with the number %1. Nothing has been changed. &apos;cudnn-setup-cli history&apos; lists the changes there are.</source>
        <translation>%2 没有编号为 %1 的改动。未做任何更改。“cudnn-setup-cli history”列出现有的改动。</translation>
    </message>
    <message>
        <source>The changes of %1 are no longer those that were there when the plan was made. Nothing has been changed now. Look at the history again and start anew.</source>
        <translation>%1 的改动已与制定方案时不同。本次未做任何更改。请重新查看历史后再试。</translation>
    </message>
    <message>
        <source>The backup of the change %1 has been dropped, so it cannot be taken back by itself. Nothing has been changed. Roll back an older change.</source>
        <translation>改动 %1 的备份已删除，无法单独撤回。未做任何更改。请撤回更早的改动。</translation>
    </message>
    <message>
        <source>The backup of the change %1 holds files that this program did not install. It is kept, and nothing has been changed.</source>
        <translation>改动 %1 的备份中有并非本程序安装的文件。备份予以保留，未做任何更改。</translation>
    </message>
    <message>
        <source>The link %1 leads in a circle and never to a file. The other files are not affected; install cuDNN again.</source>
        <translation>链接 %1 循环指向，永远到不了文件。其他文件不受影响，请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>The library says that it is %1. No header lies beside it, so the two cannot be compared: programs run, but cannot be built with it.</source>
        <translation>库文件自称是 %1。旁边没有头文件，无法比较：程序可以运行，但不能用它编译程序。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>was cut off: cudnn-setup-cli recover takes it back</source>
        <translation>被中断：cudnn-setup-cli recover 可将其撤回</translation>
    </message>
    <message>
        <source>taken back; some originals are still kept</source>
        <translation>已撤回；仍保留着一些原文件</translation>
    </message>
    <message>
        <source>can be taken back</source>
        <translation>可以撤回</translation>
    </message>
    <message>
        <source>cannot be taken back: its backup is not there any more</source>
        <translation>无法撤回：备份已不存在</translation>
    </message>
    <message>
        <source>    cuDNN: %1 -&gt; %2, in %3</source>
        <translation>    cuDNN：%1 -&gt; %2，位于 %3</translation>
    </message>
    <message>
        <source>    backup: %1; %2</source>
        <translation>    备份：%1；%2</translation>
    </message>
    <message>
        <source>    id: %1</source>
        <translation>    编号：%1</translation>
    </message>
    <message>
        <source>This program has changed nothing here yet, or everything has been taken back.</source>
        <translation>本程序还没有在这里做过改动，或已全部撤回。</translation>
    </message>
    <message>
        <source>To take the newest change back: cudnn-setup-cli rollback. An older one: cudnn-setup-cli rollback ID, which takes back those after it as well.</source>
        <translation>撤回最新的改动：cudnn-setup-cli rollback。撤回更早的改动：cudnn-setup-cli rollback 编号，其后的改动会一并撤回。</translation>
    </message>
    <message>
        <source>The cuDNN in %1 is switched on: programs started from then on find it.</source>
        <translation>启用 %1 中的 cuDNN：此后启动的程序会找到它。</translation>
    </message>
    <message>
        <source>The cuDNN in %1 is switched off: programs started from then on do not find it there by themselves. Its files stay.</source>
        <translation>停用 %1 中的 cuDNN：此后启动的程序不会自行在那里找到它。文件仍然保留。</translation>
    </message>
    <message numerus="yes">
        <source>cuDNN %1 goes out of %2: %n files are put aside and kept, so that this can be taken back.</source>
        <translation>
            <numerusform>cuDNN %1 将从 %2 移出：%n 个文件会移到一旁保存，可以撤回。</numerusform>
        </translation>
    </message>
    <message>
        <source>In %1 what was done is taken back, the newest first; what was there before comes back.</source>
        <translation>从最新的开始撤回在 %1 所做的改动，之前的内容会恢复。</translation>
    </message>
    <message>
        <source>In %1 backups that are not needed any more are removed. Those changes cannot be taken back afterwards.</source>
        <translation>删除 %1 中不再需要的备份。此后无法再撤回相应的改动。</translation>
    </message>
    <message>
        <source>Make the folder %1</source>
        <translation>创建目录 %1</translation>
    </message>
    <message>
        <source>Unpack %1 into %2</source>
        <translation>将 %1 解压到 %2</translation>
    </message>
    <message>
        <source>Make the link %1, which leads to %2</source>
        <translation>创建链接 %1，指向 %2</translation>
    </message>
    <message>
        <source>Put %1 into the backup</source>
        <translation>将 %1 移入备份</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Set the rights of %1 to %2</source>
        <translation>将 %1 的权限设为 %2</translation>
    </message>
    <message>
        <source>Add a marked block to %1</source>
        <translation>在 %1 中加入带标记的段落</translation>
    </message>
    <message>
        <source>Remove our marked block from %1</source>
        <translation>从 %1 中去掉本程序带标记的段落</translation>
    </message>
    <message>
        <source>Refresh the loader cache (ldconfig)</source>
        <translation>刷新加载器缓存（ldconfig）</translation>
    </message>
    <message>
        <source>Take back the change %1</source>
        <translation>撤回改动 %1</translation>
    </message>
    <message>
        <source>Drop the backup of the change %1</source>
        <translation>删除改动 %1 的备份</translation>
    </message>
    <message>
        <source>  cuDNN there now: %1; afterwards: %2</source>
        <translation>  现有的 cuDNN：%1；之后：%2</translation>
    </message>
    <message>
        <source>Done: the cuDNN in %1 is switched on. Open a new terminal, so that programs started there find it.</source>
        <translation>完成：%1 中的 cuDNN 已启用。请打开新的终端，从那里启动的程序就能找到它。</translation>
    </message>
    <message>
        <source>Done: the cuDNN in %1 is switched off. Terminals that are open keep it until they are closed.</source>
        <translation>完成：%1 中的 cuDNN 已停用。已打开的终端在关闭之前仍会使用它。</translation>
    </message>
    <message>
        <source>Done: cuDNN is out of %1. Its files are kept; cudnn-setup-cli rollback brings them back.</source>
        <translation>完成：cuDNN 已从 %1 移出。文件已保存，cudnn-setup-cli rollback 可以恢复。</translation>
    </message>
    <message>
        <source>Done: what was done in %1 is taken back.</source>
        <translation>完成：在 %1 所做的改动已撤回。</translation>
    </message>
    <message>
        <source>Done: the backups in %1 that were not needed are removed.</source>
        <translation>完成：%1 中不需要的备份已删除。</translation>
    </message>
    <message>
        <source>warning: %1: %2</source>
        <translation>警告：%1：%2</translation>
    </message>
    <message>
        <source>--rights takes auto, pkexec, sudo or none.</source>
        <translation>--rights 可取 auto、pkexec、sudo 或 none。</translation>
    </message>
    <message>
        <source>--rights %1 is for this machine only, not for one that --root or --machine names.</source>
        <translation>--rights %1 只用于这台机器，不能用于 --root 或 --machine 指定的机器。</translation>
    </message>
    <message>
        <source>There is nothing to do in %1: it is so already.</source>
        <translation>%1 无需改动：现状已经如此。</translation>
    </message>
    <message>
        <source>Say which copy: --copy DIR. cudnn-setup-cli detect lists those that are here.</source>
        <translation>请指定副本：--copy 目录。cudnn-setup-cli detect 列出这里的副本。</translation>
    </message>
    <message>
        <source>Say for whom: --for user, --for system or --for project=FILE.</source>
        <translation>请指定范围：--for user、--for system 或 --for project=文件。</translation>
    </message>
    <message>
        <source>--%1 takes system, user, project=FILE or none.</source>
        <translation>--%1 可取 system、user、project=文件 或 none。</translation>
    </message>
    <message>
        <source>With sudo this would be for root and not for you. Nothing was done. Run it without sudo: it asks for a password itself where one is needed.</source>
        <translation>用 sudo 运行时会作用于 root 而不是您。什么都没有做。请不加 sudo 运行：需要时它会自己询问密码。</translation>
    </message>
    <message>
        <source>apply is the part of this program that others run for you; it is not for typing. Use install, rollback or uninstall.</source>
        <translation>apply 是由其他命令代为调用的部分，不供直接输入。请使用 install、rollback 或 uninstall。</translation>
    </message>
    <message>
        <source>With pkexec, apply changes this machine only.</source>
        <translation>通过 pkexec 运行时，apply 只能更改这台机器。</translation>
    </message>
    <message>
        <source>There are backups to remove in several folders: %1. Name one with --toolkit or --prefix.</source>
        <translation>有多个目录中的备份可以删除：%1。请用 --toolkit 或 --prefix 指定一个。</translation>
    </message>
    <message>
        <source>There is no backup that is not needed any more.</source>
        <translation>没有可以删除的备份。</translation>
    </message>
    <message>
        <source>--keep takes a number and goes with --clean.</source>
        <translation>--keep 后面要跟一个数字，并与 --clean 一起使用。</translation>
    </message>
    <message>
        <source>Say where to: either --toolkit DIR, --prefix DIR or --for-me. cudnn-setup-cli detect lists the toolkits.</source>
        <translation>请指定安装位置：--toolkit 目录、--prefix 目录或 --for-me。cudnn-setup-cli detect 列出工具包。</translation>
    </message>
    <message>
        <source>It cannot be told which cuDNN %1 is, so the folder for it has no name. Nothing was changed. Name one: --prefix DIR --activate user.</source>
        <translation>无法判断 %1 是哪个版本的 cuDNN，因此无法确定目录名。未做任何更改。请指定目录：--prefix 目录 --activate user。</translation>
    </message>
    <message>
        <source>No change was cut off here. A folder elsewhere is named with --toolkit or --prefix.</source>
        <translation>这里没有被中断的改动。其他位置的目录请用 --toolkit 或 --prefix 指定。</translation>
    </message>
    <message>
        <source>%1 is no platform of cuDNN. There are: %2.</source>
        <translation>%1 不是 cuDNN 的平台。可选的有：%2。</translation>
    </message>
    <message>
        <source>There is nothing to take back: this program has changed nothing here. A folder elsewhere is named with --toolkit or --prefix.</source>
        <translation>没有可以撤回的内容：本程序没有在这里做过改动。其他位置的目录请用 --toolkit 或 --prefix 指定。</translation>
    </message>
    <message>
        <source>There is no change %1. Nothing was changed. cudnn-setup-cli history lists those that there are.</source>
        <translation>没有编号为 %1 的改动。未做任何更改。cudnn-setup-cli history 列出现有的改动。</translation>
    </message>
    <message>
        <source>This program has changed nothing in %1, or has taken it all back. Nothing was changed. Give the toolkit&apos;s own folder, or the prefix.</source>
        <translation>本程序没有改动过 %1，或已全部撤回。未做任何更改。请指定工具包所在的目录，或安装前缀。</translation>
    </message>
    <message>
        <source>This program has installed nothing here that is still there. Nothing was changed. A copy from elsewhere is named with --copy DIR; cudnn-setup-cli detect lists the copies.</source>
        <translation>这里没有本程序安装且仍然存在的内容。未做任何更改。其他来源的副本请用 --copy 目录 指定；cudnn-setup-cli detect 列出各个副本。</translation>
    </message>
    <message>
        <source>This program has installed into several folders: %1. Nothing was changed. Name one with --toolkit or --prefix.</source>
        <translation>本程序安装到了多个目录：%1。未做任何更改。请用 --toolkit 或 --prefix 指定一个。</translation>
    </message>
    <message>
        <source>Give one of --copy, --toolkit and --prefix.</source>
        <translation>--copy、--toolkit 和 --prefix 只能给出一个。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n old backups to remove</source>
        <translation>
            <numerusform>%1：要删除 %n 个旧备份</numerusform>
        </translation>
    </message>
    <message>
        <source>The id of the change is empty. Nothing was changed. cudnn-setup-cli history lists the changes that there are.</source>
        <translation>改动的编号是空的。未做任何更改。cudnn-setup-cli history 列出现有的改动。</translation>
    </message>
    <message>
        <source>%1 is the record of another change than the one in whose folder it lies, perhaps a copy. Nothing has been changed now. Move its folder out of there and try again.</source>
        <translation>%1 记录的不是所在目录对应的那次改动，可能是一份拷贝。本次未做任何更改。请把它所在的目录移出后重试。</translation>
    </message>
    <message>
        <source>The change %1 of %2 cannot be taken back: a part of its backup is gone or was changed, and without it the cuDNN of before would not be whole. Nothing has been changed. Install the version that you need anew.</source>
        <translation>无法撤回 %2 的改动 %1：它的备份缺了一部分或被改动过，之前的 cuDNN 将不完整。未做任何更改。请重新安装所需的版本。</translation>
    </message>
    <message>
        <source>%1 was not run or loaded: others than root can change it, and with sudo this program is root. Nothing was changed. For this, start it without sudo.</source>
        <translation>没有运行或加载 %1：除 root 外还有其他用户可以修改它，而本程序经 sudo 启动后具有 root 权限。系统未作任何改动。如需进行这项检查，请不用 sudo 重新启动本程序。</translation>
    </message>
    <message>
        <source>This GPU cannot compute in it.</source>
        <translation>这块 GPU 不支持这种计算。</translation>
    </message>
    <message>
        <source>There was no time left for it.</source>
        <translation>时间已用完，没有测试。</translation>
    </message>
    <message>
        <source>%1 measured nothing within %2 seconds and was stopped: importing the framework takes too long here, or hangs. Try it once more; if it hangs again, restart the machine.</source>
        <translation>%1 在 %2 秒内没有测得任何结果，已被停止：导入框架耗时过长或卡住了。请再试一次；如果仍然卡住，请重启机器。</translation>
    </message>
    <message>
        <source>%1 did not come to an end within %2 seconds and was stopped while it measured %3. Another program may keep the GPU busy, or the driver hangs: end that program or restart the machine.</source>
        <translation>%1 在 %2 秒内没有结束，测试 %3 时被停止。可能有其他程序占用 GPU，或驱动卡住：请结束该程序或重启机器。</translation>
    </message>
    <message>
        <source>%1 ended unexpectedly before it measured anything: a library that it loads is broken or does not fit. Its last words say which, as far as it knew.</source>
        <translation>%1 还没有开始测试就意外退出：它加载的某个库已损坏或不匹配。它最后的输出可能指出了是哪一个。</translation>
    </message>
    <message>
        <source>%1 ended unexpectedly while it measured %2: the framework, the driver or a library that they load is broken. Its last words say more.</source>
        <translation>%1 在测试 %2 时意外退出：框架、驱动或它们加载的某个库有问题。详情见它最后的输出。</translation>
    </message>
    <message>
        <source>%1 did not run the test: it is no Python 3.8 or newer, or a broken one. Name the Python of your project, for example ~/project/.venv/bin/python.</source>
        <translation>%1 没有运行测试：它不是 Python 3.8 或更新版本，或者已损坏。请指定您项目的 Python，例如 ~/project/.venv/bin/python。</translation>
    </message>
    <message>
        <source>%1 does not find the cuDNN that it needs, and so computes on the processor. Its words name the library that is missing.</source>
        <translation>%1 找不到所需的 cuDNN，因此改用 CPU 计算。它的输出指出了缺少哪个库。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is too old for %1, which was built for CUDA %2. Install a newer driver, or a build for an older CUDA.</source>
        <translation>NVIDIA 驱动对 %1 来说太旧，它是为 CUDA %2 构建的。请安装更新的驱动，或改装为较早 CUDA 构建的版本。</translation>
    </message>
    <message>
        <source>%1 sees no NVIDIA GPU here, so it was not found out whether it uses cuDNN.</source>
        <translation>%1 在这里看不到 NVIDIA GPU，因此无法得知它是否使用 cuDNN。</translation>
    </message>
    <message>
        <source>%1 in %2 cannot be imported because it does not find its cuDNN. Install the cuDNN that its words name, or the framework anew.</source>
        <translation>无法导入 %2 中的 %1，因为它找不到自己的 cuDNN。请安装其输出中指出的 cuDNN，或重新安装该框架。</translation>
    </message>
    <message>
        <source>%1 in %2 cannot be imported, so no program can use it. Its words say why; often installing it anew helps.</source>
        <translation>无法导入 %2 中的 %1，因此没有程序能使用它。原因见其输出；重新安装通常可以解决。</translation>
    </message>
    <message>
        <source>There is neither PyTorch nor TensorFlow in %1, so nothing was measured in it.</source>
        <translation>%1 中既没有 PyTorch 也没有 TensorFlow，因此没有测试。</translation>
    </message>
    <message>
        <source>%1 in %2 was built without CUDA: it uses neither an NVIDIA GPU nor cuDNN. Install its build for CUDA.</source>
        <translation>%2 中的 %1 构建时没有启用 CUDA，既不使用 NVIDIA GPU，也不使用 cuDNN。请安装它的 CUDA 版本。</translation>
    </message>
    <message>
        <source>%1 does not see the GPU that was asked for, so nothing was measured. CUDA_VISIBLE_DEVICES may hide it.</source>
        <translation>%1 看不到指定的 GPU，因此没有测试。可能是 CUDA_VISIBLE_DEVICES 把它隐藏了。</translation>
    </message>
    <message>
        <source>The test with %1 in %2 failed. Its words say why.</source>
        <translation>用 %2 中的 %1 测试失败。原因见其输出。</translation>
    </message>
    <message>
        <source>%1 has no code for this GPU (%2): the fault is the framework&apos;s build, not cuDNN. Install a build that supports this GPU.</source>
        <translation>%1 不含适用于这块 GPU（%2）的代码：问题在于框架的构建版本，不在 cuDNN。请安装支持这块 GPU 的版本。</translation>
    </message>
    <message>
        <source>%1 could not load cuDNN, so it computes no convolution on the GPU.</source>
        <translation>%1 无法加载 cuDNN，因此不能在 GPU 上计算卷积。</translation>
    </message>
    <message>
        <source>%1 could not compute the convolution with cuDNN in every mode. Its words stand beside each.</source>
        <translation>%1 未能在所有模式下用 cuDNN 完成卷积计算。各模式旁附有其输出。</translation>
    </message>
    <message>
        <source>It was not found out whether %1 uses cuDNN.</source>
        <translation>无法得知 %1 是否使用 cuDNN。</translation>
    </message>
    <message>
        <source>%1 in %2 was built without cuDNN, so its convolutions are slower than they could be. Install a build that has it.</source>
        <translation>%2 中的 %1 构建时没有启用 cuDNN，因此卷积比应有的速度慢。请安装带 cuDNN 的版本。</translation>
    </message>
    <message>
        <source>cuDNN is switched off in %1: something sets torch.backends.cudnn.enabled to False when it is imported. Look into sitecustomize.py and usercustomize.py.</source>
        <translation>%1 中的 cuDNN 已被关闭：导入时有代码把 torch.backends.cudnn.enabled 设成了 False。请检查 sitecustomize.py 和 usercustomize.py。</translation>
    </message>
    <message>
        <source>%1 in %2 has cuDNN but did not use it for this convolution.</source>
        <translation>%2 中的 %1 带有 cuDNN，但这次卷积没有使用它。</translation>
    </message>
    <message>
        <source>%1 was not run: with sudo this program is root, and a Python loads packages that others than root can change. For this test, start it without sudo.</source>
        <translation>没有运行 %1：本程序经 sudo 启动后具有 root 权限，而 Python 会加载 root 以外的用户也能修改的软件包。如需进行这项测试，请不用 sudo 启动本程序。</translation>
    </message>
    <message>
        <source>There is no program %1. Name the Python of your project, for example ~/project/.venv/bin/python.</source>
        <translation>没有程序 %1。请指定您项目的 Python，例如 ~/project/.venv/bin/python。</translation>
    </message>
    <message>
        <source>No cuDNN was found on this machine, so there is nothing to try out on the GPU. Install one first.</source>
        <translation>这台机器上没有找到 cuDNN，因此没有可在 GPU 上测试的内容。请先安装。</translation>
    </message>
    <message>
        <source>There is no cuDNN library in %1, so there is nothing to try out on the GPU. Install cuDNN there first.</source>
        <translation>%1 中没有 cuDNN 库，因此没有可在 GPU 上测试的内容。请先在那里安装 cuDNN。</translation>
    </message>
    <message numerus="yes">
        <source>This GPU is small (%n multiprocessors): a plain multiplication fills it already, so cuDNN has little to gain. Nothing is to be mended.</source>
        <translation>
            <numerusform>这块 GPU 规模较小（%n 个多处理器）：普通的矩阵乘法就已占满它，cuDNN 的提升空间很小。无需处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPU was held back while it computed (%1). Let it cool down, plug a laptop in, look at its power limit with nvidia-smi -q, and run the test again.</source>
        <translation>GPU 在计算时降频（%1）。请让它冷却，笔记本电脑请接上电源，用 nvidia-smi -q 查看功耗上限，然后重新测试。</translation>
    </message>
    <message>
        <source>The GPU ran at %1 MHz of %2 MHz while it computed. Look whether its clocks were fixed (nvidia-smi -rgc frees them) or a power-saving mode is on.</source>
        <translation>GPU 计算时的频率只有 %1 MHz（最高 %2 MHz）。请检查是否锁定了频率（nvidia-smi -rgc 可解除），或开启了省电模式。</translation>
    </message>
    <message>
        <source>Another program computes on this GPU: %1. Close it, or wait for it, and run the test again.</source>
        <translation>有其他程序正在这块 GPU 上计算：%1。请关闭它或等它结束，然后重新测试。</translation>
    </message>
    <message>
        <source>The GPU was busy before the test began (%1 % of the time). Close what uses it and run the test again.</source>
        <translation>测试开始前 GPU 就已在忙（占用率 %1 %）。请关闭占用它的程序，然后重新测试。</translation>
    </message>
    <message>
        <source>NVIDIA_TF32_OVERRIDE=0 turns TF32 off in every program of this session. Take the variable out of your shell&apos;s start-up file to have TF32.</source>
        <translation>NVIDIA_TF32_OVERRIDE=0 会在本会话的所有程序中关闭 TF32。如需使用 TF32，请从 shell 的启动文件中删去该变量。</translation>
    </message>
    <message>
        <source>Only the TF32 comparison is not faster: there the multiplication without cuDNN has TF32 too, which frameworks do not give it by default. Nothing is to be mended.</source>
        <translation>只有 TF32 这一项没有加速：不用 cuDNN 的矩阵乘法在这项对比中也使用了 TF32，而框架默认不会这样做。无需处理。</translation>
    </message>
    <message>
        <source>cuDNN writes a log of what it does (%1=%2), which costs time at every call. Take the variable out of your shell&apos;s start-up file.</source>
        <translation>cuDNN 正在记录日志（%1=%2），每次调用都会多花时间。请从 shell 的启动文件中删去该变量。</translation>
    </message>
    <message>
        <source>CUDA_LAUNCH_BLOCKING is set, so every piece of work waits for the one before. It is for finding faults: take it out of your shell&apos;s start-up file.</source>
        <translation>设置了 CUDA_LAUNCH_BLOCKING，因此每项任务都要等前一项完成。它只用于排查错误：请从 shell 的启动文件中删去。</translation>
    </message>
    <message>
        <source>There was memory for %1 instead of %2 images only, and small work gains less. Close programs that use the GPU&apos;s memory to test with more.</source>
        <translation>显存只够 %1 张图像，而不是 %2 张；计算量小时加速也小。如需用更多图像测试，请关闭占用显存的程序。</translation>
    </message>
    <message>
        <source>This cuDNN was not made for this GPU. Install a release that names the GPU&apos;s compute capability in its support matrix.</source>
        <translation>这个 cuDNN 不支持这块 GPU。请安装支持矩阵中列有该 GPU 计算能力的版本。</translation>
    </message>
    <message>
        <source>cuDNN did not find one of its own libraries. &apos;cudnn-setup-cli verify&apos; says which; install cuDNN again if one is missing.</source>
        <translation>cuDNN 找不到自己的某个库。运行“cudnn-setup-cli verify”可查出是哪一个；如有缺失，请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>Libraries of two cuDNN versions were mixed. &apos;cudnn-setup-cli verify&apos; says which; install one version over the other, whole.</source>
        <translation>混用了两个 cuDNN 版本的库。运行“cudnn-setup-cli verify”可查出是哪些；请用其中一个版本完整覆盖安装。</translation>
    </message>
    <message>
        <source>Memory ran out. Close other programs that use the GPU and run the test again.</source>
        <translation>内存或显存不足。请关闭其他占用 GPU 的程序，然后重新测试。</translation>
    </message>
    <message>
        <source>cuDNN could not set itself up: most often the driver is too old for the CUDA that cuDNN was made for, or the GPU&apos;s memory is full. Update the driver, close other programs and run the test again.</source>
        <translation>cuDNN 无法初始化：多半是驱动对这个 cuDNN 所用的 CUDA 来说太旧，或显存已满。请更新驱动，关闭其他程序，然后重新测试。</translation>
    </message>
    <message>
        <source>This cuDNN does not have this convolution for this GPU. Install a newer release that supports the GPU.</source>
        <translation>这个 cuDNN 在这块 GPU 上不支持这种卷积。请安装支持该 GPU 的较新版本。</translation>
    </message>
    <message>
        <source>The GPU did not finish the work. Most often the driver is too old, or the GPU is unstable (overclocked, hot, faulty memory): look for lines with Xid in the system log, update the driver, restart, and run the test again.</source>
        <translation>GPU 没有完成计算。多半是驱动太旧，或 GPU 不稳定（超频、过热、显存故障）：请在系统日志中查找含 Xid 的行，更新驱动，重启后重新测试。</translation>
    </message>
    <message>
        <source>cuDNN stumbled inside: most often the GPU&apos;s memory is full, or libraries of two versions were mixed. Close other programs, let &apos;cudnn-setup-cli verify&apos; look at the copy, and run the test again.</source>
        <translation>cuDNN 内部出错：多半是显存已满，或混用了两个版本的库。请关闭其他程序，用“cudnn-setup-cli verify”检查此副本，然后重新测试。</translation>
    </message>
    <message>
        <source>Your programs load %1, not the copy in %2: all of this is about the former. Put the folder that you want first in LD_LIBRARY_PATH.</source>
        <translation>您的程序加载的是 %1，而不是 %2 中的副本：以上结果都是针对前者的。请把想用的目录放在 LD_LIBRARY_PATH 的最前面。</translation>
    </message>
    <message>
        <source>The loader took %1 instead of the copy in %2, so all of this is about the former. Look at LD_PRELOAD and LD_LIBRARY_PATH.</source>
        <translation>加载器加载的是 %1，而不是 %2 中的副本，因此以上结果都是针对前者的。请检查 LD_PRELOAD 和 LD_LIBRARY_PATH。</translation>
    </message>
    <message>
        <source>Update the driver, install cuDNN again, and run the test again. If it stays so, the raw words are what others need to help.</source>
        <translation>请更新驱动，重新安装 cuDNN，然后重新测试。如果问题依旧，求助时请附上原始输出。</translation>
    </message>
    <message>
        <source>No NVIDIA GPU is seen on this computer, so nothing was computed. This says nothing about cuDNN.</source>
        <translation>在这台电脑上看不到 NVIDIA GPU，因此没有进行计算。这不说明 cuDNN 有问题。</translation>
    </message>
    <message>
        <source>If there is one, look whether it is seated and switched on; in a container or a virtual machine it has to be passed in.</source>
        <translation>如果确有 GPU，请检查是否插好并已启用；在容器或虚拟机中，需要将它直通进去。</translation>
    </message>
    <message>
        <source>The library of NVIDIA&apos;s driver (libcuda.so.1) cannot be opened, so nothing was computed. This says nothing about cuDNN.</source>
        <translation>无法打开 NVIDIA 的驱动库（libcuda.so.1），因此没有进行计算。这不说明 cuDNN 有问题。</translation>
    </message>
    <message>
        <source>Install NVIDIA&apos;s driver with the system&apos;s package tool; in a container, start it with access to the GPU.</source>
        <translation>请用系统的包管理器安装 NVIDIA 驱动；如果是容器，启动时请授予 GPU 访问权限。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver is too old for this test, so nothing was computed.</source>
        <translation>NVIDIA 驱动太旧，无法进行此测试，因此没有进行计算。</translation>
    </message>
    <message>
        <source>Update the driver.</source>
        <translation>请更新驱动。</translation>
    </message>
    <message>
        <source>The driver&apos;s kernel module and its libraries are of different versions, so nothing was computed.</source>
        <translation>驱动的内核模块与驱动库版本不一致，因此没有进行计算。</translation>
    </message>
    <message>
        <source>Restart the computer: the new module is loaded then.</source>
        <translation>请重启电脑，届时会加载新的内核模块。</translation>
    </message>
    <message>
        <source>The driver library that was found is for forward compatibility, which this GPU does not support, so nothing was computed.</source>
        <translation>找到的驱动库用于向前兼容，而这块 GPU 不支持这项功能，因此没有进行计算。</translation>
    </message>
    <message>
        <source>Take its folder (cuda-compat) out of LD_LIBRARY_PATH, and update the driver instead.</source>
        <translation>请从 LD_LIBRARY_PATH 中删去它的目录（cuda-compat），改为更新驱动。</translation>
    </message>
    <message>
        <source>The driver library that was found is the toolkit&apos;s stub, which only serves to build programs, so nothing was computed.</source>
        <translation>找到的驱动库是工具包里的存根库（stub），只能用于编译程序，因此没有进行计算。</translation>
    </message>
    <message>
        <source>Take the folder &apos;stubs&apos; out of LD_LIBRARY_PATH.</source>
        <translation>请从 LD_LIBRARY_PATH 中删去 stubs 目录。</translation>
    </message>
    <message>
        <source>The driver says that the system is not ready yet, so nothing was computed.</source>
        <translation>驱动报告系统尚未就绪，因此没有进行计算。</translation>
    </message>
    <message>
        <source>On machines whose GPUs are joined by NVSwitch, start the service nvidia-fabricmanager of the driver&apos;s own version.</source>
        <translation>如果这台机器的 GPU 通过 NVSwitch 互连，请启动与驱动版本一致的 nvidia-fabricmanager 服务。</translation>
    </message>
    <message>
        <source>Another program has the GPU for itself, so nothing was computed.</source>
        <translation>GPU 正被其他程序独占，因此没有进行计算。</translation>
    </message>
    <message>
        <source>Wait for it, or set the GPU&apos;s compute mode back (nvidia-smi -c 0).</source>
        <translation>请等它结束，或恢复 GPU 的计算模式（nvidia-smi -c 0）。</translation>
    </message>
    <message>
        <source>The GPU&apos;s memory is full, so nothing was computed. This says nothing about cuDNN.</source>
        <translation>显存已满，因此没有进行计算。这不说明 cuDNN 有问题。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU and run the test again.</source>
        <translation>请关闭其他占用 GPU 的程序，然后重新测试。</translation>
    </message>
    <message>
        <source>There is no GPU of the number that was asked for, so nothing was computed.</source>
        <translation>没有指定编号的 GPU，因此没有进行计算。</translation>
    </message>
    <message>
        <source>GPUs are counted from 0; &apos;cudnn-setup-cli detect&apos; lists them.</source>
        <translation>GPU 从 0 开始编号；“cudnn-setup-cli detect”会列出它们。</translation>
    </message>
    <message>
        <source>The driver cannot begin its work, so nothing was computed. Most often its module nvidia_uvm is not loaded, or the computer was asleep.</source>
        <translation>驱动无法初始化，因此没有进行计算。多半是没有加载内核模块 nvidia_uvm，或电脑曾进入睡眠。</translation>
    </message>
    <message>
        <source>Restart the computer, or load the module again (sudo modprobe nvidia_uvm).</source>
        <translation>请重启电脑，或重新加载该模块（sudo modprobe nvidia_uvm）。</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is set to &apos;%1&apos;: programs of this session see no other GPU. Take the variable out of your shell&apos;s start-up file.</source>
        <translation>CUDA_VISIBLE_DEVICES 设成了“%1”：本会话中的程序看不到其他 GPU。请从 shell 的启动文件中删去该变量。</translation>
    </message>
    <message>
        <source>&apos;cudnn-setup-cli verify&apos; says what is wrong with the copy; install cuDNN again if its files are damaged or missing.</source>
        <translation>运行“cudnn-setup-cli verify”可查出此副本的问题；如有文件损坏或缺失，请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>Your programs find no cuDNN: the loader knows no %1.</source>
        <translation>您的程序找不到 cuDNN：加载器不知道 %1。</translation>
    </message>
    <message>
        <source>A copy lies in %1. Make it known to the loader (&apos;cudnn-setup-cli activate&apos;), or name the folder in LD_LIBRARY_PATH.</source>
        <translation>%1 中有一份副本。请让加载器能找到它（“cudnn-setup-cli activate”），或将该目录加入 LD_LIBRARY_PATH。</translation>
    </message>
    <message>
        <source>%1 was opened but is no cuDNN that can be used: a function is missing in it.</source>
        <translation>已打开 %1，但它不是可用的 cuDNN：其中缺少所需的函数。</translation>
    </message>
    <message>
        <source>cuDNN cannot be opened: it needs %1, which is not found.</source>
        <translation>无法打开 cuDNN：它需要 %1，但没有找到。</translation>
    </message>
    <message>
        <source>Install the package that holds %1; cuBLAS, NVRTC and the like come with a CUDA toolkit.</source>
        <translation>请安装包含 %1 的软件包；cuBLAS、NVRTC 等随 CUDA 工具包提供。</translation>
    </message>
    <message>
        <source>cuDNN cannot be opened: %1.</source>
        <translation>无法打开 cuDNN：%1。</translation>
    </message>
    <message>
        <source>cuDNN was opened but could not begin its work on the GPU.</source>
        <translation>已打开 cuDNN，但它无法在 GPU 上初始化。</translation>
    </message>
    <message>
        <source>The test on the GPU could not be begun, so nothing can be said about this cuDNN.</source>
        <translation>无法开始 GPU 测试，因此不能对这个 cuDNN 下结论。</translation>
    </message>
    <message>
        <source>Run it again; if it stays so, the raw words are what others need to help.</source>
        <translation>请重新运行；如果问题依旧，求助时请附上原始输出。</translation>
    </message>
    <message>
        <source>A practice machine has no GPU, so nothing was computed on one. Try it on this computer itself.</source>
        <translation>练习机没有 GPU，因此没有做 GPU 计算。请在这台电脑上测试。</translation>
    </message>
    <message>
        <source>This machine is only looked at from outside, so nothing was computed on its GPU. Run the test on the machine itself.</source>
        <translation>这台机器只从外部查看，因此没有在它的 GPU 上计算。请在那台机器上运行测试。</translation>
    </message>
    <message>
        <source>Right results came in %1.</source>
        <translation>结果正确的有：%1。</translation>
    </message>
    <message>
        <source>Time was up before %1. A longer time (--seconds) reaches it too.</source>
        <translation>时间已用完，没有测到 %1。延长时间（--seconds）即可测到。</translation>
    </message>
    <message>
        <source>The system ended it from outside, most often because the computer&apos;s memory ran out. Close other programs and run the test again.</source>
        <translation>它被系统强行结束，多半是因为电脑内存不足。请关闭其他程序，然后重新测试。</translation>
    </message>
    <message>
        <source>Its last words name a library of cuDNN. &apos;cudnn-setup-cli verify&apos; says whether one is missing or of another version; install cuDNN again then.</source>
        <translation>它最后的输出提到了 cuDNN 的某个库。运行“cudnn-setup-cli verify”可查出是否有库缺失或版本不一致；如果有，请重新安装 cuDNN。</translation>
    </message>
    <message>
        <source>Let &apos;cudnn-setup-cli verify&apos; look whether all libraries are whole and of one version, update the driver, and try another cuDNN release.</source>
        <translation>请用“cudnn-setup-cli verify”检查所有库是否完整、版本是否一致，更新驱动，并换一个 cuDNN 版本再试。</translation>
    </message>
    <message>
        <source>The program that tried out this cuDNN crashed before the first convolution (%1).</source>
        <translation>测试这个 cuDNN 的程序在第一次卷积之前崩溃（%1）。</translation>
    </message>
    <message>
        <source>The program that tried out this cuDNN crashed at the convolution in %1 (%2).</source>
        <translation>测试这个 cuDNN 的程序在计算 %1 卷积时崩溃（%2）。</translation>
    </message>
    <message>
        <source>Loading this cuDNN and the driver did not come to an end and was stopped after %1 s.</source>
        <translation>加载这个 cuDNN 和驱动一直没有结束，%1 秒后被停止。</translation>
    </message>
    <message>
        <source>The convolution in %1 did not come to an end; the test was stopped after %2 s.</source>
        <translation>%1 卷积一直没有结束，测试在 %2 秒后被停止。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU and run the test again. If it hangs again, look for lines with Xid in the system log, restart the computer and update the driver.</source>
        <translation>请关闭其他占用 GPU 的程序，然后重新测试。如果仍然卡住，请在系统日志中查找含 Xid 的行，重启电脑并更新驱动。</translation>
    </message>
    <message>
        <source>%1 gives outputs that are no numbers (NaN) on the %2, in %3.</source>
        <translation>%1 在 %2 上以 %3 计算时，输出中有非数（NaN）。</translation>
    </message>
    <message>
        <source>%1 computes wrong numbers on the %2, in %3: they are off by up to %4, and rounding explains %5.</source>
        <translation>%1 在 %2 上以 %3 计算的结果错误：误差最大达 %4，而舍入只能解释 %5。</translation>
    </message>
    <message>
        <source>Do not trust results of this cuDNN on this GPU. Update the driver and install another cuDNN release; if it stays so, take back any overclocking and have the GPU&apos;s memory looked at.</source>
        <translation>请不要相信这个 cuDNN 在这块 GPU 上的结果。请更新驱动并安装其他 cuDNN 版本；如果问题依旧，请取消超频，并检测显存。</translation>
    </message>
    <message>
        <source>%1 could not compute the convolution on the %2 in %3.</source>
        <translation>%1 未能在 %2 上以 %3 完成卷积计算。</translation>
    </message>
    <message>
        <source>The %1 or this cuDNN does not have %2, and nothing else was asked for.</source>
        <translation>%1 或这个 cuDNN 不支持 %2，而测试只要求了这些。</translation>
    </message>
    <message>
        <source>Run the test with FP32 (--modes fp32-nchw), which every GPU has.</source>
        <translation>请用 FP32 测试（--modes fp32-nchw），所有 GPU 都支持它。</translation>
    </message>
    <message>
        <source>%1 has no convolution for the %2 (compute capability %3): the GPU is too old or too new for it.</source>
        <translation>%1 没有适用于 %2（计算能力 %3）的卷积：GPU 对它来说太旧或太新。</translation>
    </message>
    <message>
        <source>Install a cuDNN release whose support matrix names this compute capability: a newer one for a new GPU, an older one for an old GPU.</source>
        <translation>请安装支持矩阵中列有此计算能力的 cuDNN：新 GPU 用较新的版本，旧 GPU 用较早的版本。</translation>
    </message>
    <message>
        <source>Time was up before the first convolution was measured.</source>
        <translation>第一次卷积还没有测完，时间就已用完。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU, or give the test more time (--seconds).</source>
        <translation>请关闭其他占用 GPU 的程序，或延长测试时间（--seconds）。</translation>
    </message>
    <message>
        <source>%1 computes right on the %2 and is %3 times as fast as the same convolution without it.</source>
        <translation>%1 在 %2 上计算正确，同一卷积的速度是不用它时的 %3 倍。</translation>
    </message>
    <message>
        <source>%1 computes right on the %2 and is %3 to %4 times as fast as the same convolution without it.</source>
        <translation>%1 在 %2 上计算正确，同一卷积的速度是不用它时的 %3 到 %4 倍。</translation>
    </message>
    <message>
        <source>Not faster in %1.</source>
        <translation>没有加速的有：%1。</translation>
    </message>
    <message>
        <source>No cause was found. Update the driver, try another cuDNN release, and run the test again.</source>
        <translation>没有找到原因。请更新驱动，换一个 cuDNN 版本，然后重新测试。</translation>
    </message>
    <message>
        <source>What was found may explain it; see to that first and run the test again.</source>
        <translation>上面发现的情况可能就是原因；请先处理，然后重新测试。</translation>
    </message>
    <message>
        <source>%1 computes right on the %2 but is not faster than the same convolution without it.</source>
        <translation>%1 在 %2 上计算正确，但同一卷积并不比不用它时快。</translation>
    </message>
    <message>
        <source>%1 computes right on the %2, but its times differ so much between repeats that they say nothing.</source>
        <translation>%1 在 %2 上计算正确，但各次重复的耗时相差太大，无法据此判断快慢。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU, let it cool down, plug a laptop in, and run the test again.</source>
        <translation>请关闭其他占用 GPU 的程序，让 GPU 冷却，笔记本电脑请接上电源，然后重新测试。</translation>
    </message>
    <message>
        <source>For the comparison the test needs NVRTC and cuBLAS, which come with a CUDA toolkit that fits the driver.</source>
        <translation>对比测试需要 NVRTC 和 cuBLAS，它们随与驱动匹配的 CUDA 工具包提供。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU and run the test again; a newer CUDA toolkit may mend it too.</source>
        <translation>请关闭其他占用 GPU 的程序，然后重新测试；换用更新的 CUDA 工具包也可能解决。</translation>
    </message>
    <message>
        <source>%1 computes right on the %2. How much faster it is cannot be said: there was nothing to compare with.</source>
        <translation>%1 在 %2 上计算正确。没有可比较的对象，因此不知道快了多少。</translation>
    </message>
    <message>
        <source>Nothing was computed on the GPU: that was not asked for.</source>
        <translation>没有做 GPU 计算：未作此要求。</translation>
    </message>
    <message>
        <source>%1: no time with cuDNN. %2</source>
        <translation>%1：未测得用 cuDNN 的耗时。%2</translation>
    </message>
    <message>
        <source>%1: %2 with cuDNN</source>
        <translation>%1：用 cuDNN 时 %2</translation>
    </message>
    <message>
        <source>%1: %2 with cuDNN, no time without it. %3</source>
        <translation>%1：用 cuDNN 时 %2，未测得不用时的耗时。%3</translation>
    </message>
    <message>
        <source>%1: %2 with cuDNN, %3 without it (%4 times)</source>
        <translation>%1：用 cuDNN 时 %2，不用时 %3（加速比 %4）</translation>
    </message>
    <message>
        <source>cuDNN was loaded from %1.</source>
        <translation>cuDNN 加载自 %1。</translation>
    </message>
    <message>
        <source>%1 uses cuDNN. It cannot be told to do without, so there is no time to compare with.</source>
        <translation>%1 使用 cuDNN。无法让它不用 cuDNN，因此没有可比较的耗时。</translation>
    </message>
    <message>
        <source>%1 uses cuDNN.</source>
        <translation>%1 使用 cuDNN。</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>过热</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Run with this copy of cuDNN, called by its path.</source>
        <translation>用此 cuDNN 副本运行，按路径加载。</translation>
    </message>
    <message>
        <source>Run with the cuDNN that your programs find by themselves.</source>
        <translation>用您的程序自动找到的 cuDNN 运行。</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>非数</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Without cuDNN</source>
        <translation>不用 cuDNN</translation>
    </message>
    <message>
        <source>With cuDNN</source>
        <translation>用 cuDNN</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Driver library</source>
        <translation>驱动库</translation>
    </message>
    <message>
        <source>GPU %1: %2, compute capability %3, %4 of memory, %5 of it free.</source>
        <translation>GPU %1：%2，计算能力 %3，显存 %4，可用 %5。</translation>
    </message>
    <message>
        <source>Driver: %1.</source>
        <translation>驱动：%1。</translation>
    </message>
    <message>
        <source>The driver can run programs up to CUDA %1.</source>
        <translation>驱动最高可运行 CUDA %1 的程序。</translation>
    </message>
    <message>
        <source>%1 of %2 MHz</source>
        <translation>%1 MHz（最高 %2 MHz）</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>memory %1 MHz</source>
        <translation>显存 %1 MHz</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 % busy</source>
        <translation>占用率 %1 %</translation>
    </message>
    <message>
        <source>held back by: %1</source>
        <translation>降频原因：%1</translation>
    </message>
    <message>
        <source>Other programs on this GPU: %1</source>
        <translation>这块 GPU 上的其他程序：%1</translation>
    </message>
    <message>
        <source>Before the test</source>
        <translation>测试前</translation>
    </message>
    <message>
        <source>During the test</source>
        <translation>测试中</translation>
    </message>
    <message>
        <source>After the test</source>
        <translation>测试后</translation>
    </message>
    <message>
        <source>In the environment: %1</source>
        <translation>环境变量：%1</translation>
    </message>
    <message>
        <source>without cuDNN: %1; milliseconds of the repeats: %2</source>
        <translation>不用 cuDNN：%1；各次耗时（毫秒）：%2</translation>
    </message>
    <message>
        <source>with cuDNN: %1, workspace %2; milliseconds of the repeats: %3</source>
        <translation>用 cuDNN：%1，工作区 %2；各次耗时（毫秒）：%3</translation>
    </message>
    <message>
        <source>relative error %1 (limit %2), difference between with and without cuDNN %3</source>
        <translation>相对误差 %1（上限 %2），用与不用 cuDNN 的结果相差 %3</translation>
    </message>
    <message>
        <source>%1, %2 images</source>
        <translation>%1，%2 张图像</translation>
    </message>
    <message>
        <source>The time for the test was up before all of it was measured.</source>
        <translation>测试时间已用完，没有全部测完。</translation>
    </message>
    <message>
        <source>The program that ran the test crashed.</source>
        <translation>运行测试的程序崩溃了。</translation>
    </message>
    <message>
        <source>The program that ran the test stopped answering and was ended.</source>
        <translation>运行测试的程序停止响应，已被结束。</translation>
    </message>
    <message>
        <source>The test could not be started.</source>
        <translation>无法启动测试。</translation>
    </message>
    <message>
        <source>There is no GPU that the test could use.</source>
        <translation>没有可供测试使用的 GPU。</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>解决办法：%1</translation>
    </message>
    <message>
        <source>The test took %1 seconds.</source>
        <translation>测试用时 %1 秒。</translation>
    </message>
    <message>
        <source>Report of cuDNN Setup</source>
        <translation>cuDNN Setup 报告</translation>
    </message>
    <message>
        <source>no time</source>
        <translation>未测得耗时</translation>
    </message>
    <message>
        <source>not possible here</source>
        <translation>这里不支持</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>%1: %2 without cuDNN and %3 with it, which is equally fast.</source>
        <translation>%1：不用 cuDNN 时 %2，使用时 %3，速度相同。</translation>
    </message>
    <message>
        <source>%1: %2 without cuDNN and %3 with it, which takes %4 times as long.</source>
        <translation>%1：不用 cuDNN 时 %2，使用时 %3，耗时为 %4 倍。</translation>
    </message>
    <message>
        <source>%1: %2 without cuDNN and %3 with it, which is %4 times as fast.</source>
        <translation>%1：不用 cuDNN 时 %2，使用时 %3，速度为 %4 倍。</translation>
    </message>
    <message>
        <source>%1: %2 with cuDNN, but the result is wrong.</source>
        <translation>%1：用 cuDNN 时 %2，但结果错误。</translation>
    </message>
    <message>
        <source>%1: %2 with cuDNN; there is no time without it.</source>
        <translation>%1：用 cuDNN 时 %2；未测得不用时的耗时。</translation>
    </message>
    <message>
        <source>%1: %2 without cuDNN; there is no time with it.</source>
        <translation>%1：不用 cuDNN 时 %2；未测得使用时的耗时。</translation>
    </message>
    <message>
        <source>without cuDNN</source>
        <translation>不用 cuDNN</translation>
    </message>
    <message>
        <source>with cuDNN</source>
        <translation>用 cuDNN</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>待进行</translation>
    </message>
    <message>
        <source>In everyday use</source>
        <translation>日常使用</translation>
    </message>
    <message>
        <source>FP32 without cuDNN</source>
        <translation>FP32，不用 cuDNN</translation>
    </message>
    <message>
        <source>TF32 with cuDNN</source>
        <translation>TF32，用 cuDNN</translation>
    </message>
    <message>
        <source>In everyday use: %1 in FP32 without cuDNN and %2 in TF32 with it, which is %3 times as fast.</source>
        <translation>日常使用：FP32 不用 cuDNN 时 %1，TF32 用 cuDNN 时 %2，速度为 %3 倍。</translation>
    </message>
    <message>
        <source>GPU test</source>
        <translation>GPU 测试</translation>
    </message>
    <message>
        <source>GPU test of cuDNN %1</source>
        <translation>cuDNN %1 的 GPU 测试</translation>
    </message>
    <message>
        <source>%1 with cuDNN %2</source>
        <translation>%1，cuDNN %2</translation>
    </message>
    <message>
        <source>One 3×3 convolution: %1 images of %2×%3 points, from %4 to %5 channels.</source>
        <translation>一次 3×3 卷积：%1 张 %2×%3 像素的图像，%4 个输入通道，%5 个输出通道。</translation>
    </message>
    <message>
        <source>%1: measured with %2 images instead of %3, because the GPU has too little free memory for more.</source>
        <translation>%1：可用显存不足，只用了 %2 张图像测试，而不是 %3 张。</translation>
    </message>
    <message>
        <source>%1: the time without cuDNN is that of a kernel of this program, because cuBLAS could not be used.</source>
        <translation>%1：cuBLAS 无法使用，因此不用 cuDNN 的耗时取自本程序自带的内核函数。</translation>
    </message>
    <message>
        <source>%1 failed: %2.</source>
        <translation>%1 失败：%2。</translation>
    </message>
    <message>
        <source>%1 has no time without cuDNN: %2.</source>
        <translation>%1 未测得不用 cuDNN 的耗时：%2。</translation>
    </message>
    <message>
        <source>%1: the result is wrong, so its time does not count.</source>
        <translation>%1：结果错误，因此耗时不计。</translation>
    </message>
    <message>
        <source>Not possible with this GPU and this cuDNN: %1.</source>
        <translation>这块 GPU 与这个 cuDNN 不支持：%1。</translation>
    </message>
    <message>
        <source>The test ended before it came to: %1.</source>
        <translation>测试结束时还没有测到：%1。</translation>
    </message>
    <message>
        <source>In everyday use: PyTorch and others compute in FP32 when cuDNN is off and let it use TF32 when it is on, which is faster and less exact.</source>
        <translation>日常使用：PyTorch 等框架在关闭 cuDNN 时用 FP32 计算，启用时则允许 cuDNN 使用 TF32，速度更快，精度较低。</translation>
    </message>
    <message>
        <source>Milliseconds for one convolution; shorter is faster</source>
        <translation>一次卷积的耗时（毫秒）；越短越快</translation>
    </message>
    <message>
        <source>--%1 takes a whole number from %2 to %3, not &apos;%4&apos;.</source>
        <translation>--%1 可取 %2 到 %3 的整数，不能是“%4”。</translation>
    </message>
    <message>
        <source>--modes takes all, or some of %1, with commas between them; &apos;%2&apos; is none of them.</source>
        <translation>--modes 可取 all，或 %1 中的若干项，用逗号分隔；没有“%2”这一项。</translation>
    </message>
    <message>
        <source>--shape takes five whole numbers N,C,K,H,W: images, input and output channels, height and width; for example 16,64,128,224,224.</source>
        <translation>--shape 需要五个整数 N,C,K,H,W：图像数、输入通道数、输出通道数、高和宽；例如 16,64,128,224,224。</translation>
    </message>
    <message>
        <source>--shape %1 is too large for this test: at most 2^30 numbers may go in or come out.</source>
        <translation>--shape %1 对此测试来说太大：输入和输出各不能超过 2^30 个数。</translation>
    </message>
    <message>
        <source>%1, cuDNN %2: %3</source>
        <translation>%1，cuDNN %2：%3</translation>
    </message>
    <message>
        <source>The driver could not begin its work on the GPU, so nothing was computed. This says nothing about cuDNN.</source>
        <translation>驱动未能在 GPU 上开始工作，因此没有进行任何计算。这不能说明 cuDNN 是好是坏。</translation>
    </message>
    <message>
        <source>Restart the computer and update the driver; look for lines with Xid in the system log. If it stays so, the raw words are what others need to help.</source>
        <translation>请重启计算机并更新驱动，同时查看系统日志中是否有带 Xid 的行。如果问题依旧，求助时请附上原始信息。</translation>
    </message>
    <message>
        <source>cuDNN cannot be opened: you may not read %1.</source>
        <translation>无法打开 cuDNN：您没有读取 %1 的权限。</translation>
    </message>
    <message>
        <source>Ask the owner of the file for leave to read it, or install a copy of your own (&apos;cudnn-setup-cli install --for-me&apos;).</source>
        <translation>请向文件所有者申请读取权限，或为自己安装一份（“cudnn-setup-cli install --for-me”）。</translation>
    </message>
    <message>
        <source>Most often a library&apos;s file is cut off, as after a full disk. &apos;cudnn-setup-cli verify&apos; looks at those of cuDNN; install cuDNN again, or the toolkit if cuDNN&apos;s files are whole.</source>
        <translation>多半是某个库文件不完整，例如磁盘写满之后。“cudnn-setup-cli verify”会检查 cuDNN 的文件；请重新安装 cuDNN，若 cuDNN 文件完整则重新安装工具包。</translation>
    </message>
    <message>
        <source>The test ended early because %1 crashed. That is not cuDNN, and says nothing about it.</source>
        <translation>%1 崩溃，测试提前结束。问题不在 cuDNN，也不能说明 cuDNN 是好是坏。</translation>
    </message>
    <message>
        <source>The test was stopped because %1 did not come to an end. That is not cuDNN, and says nothing about it.</source>
        <translation>%1 一直没有结束，测试已被停止。问题不在 cuDNN，也不能说明 cuDNN 是好是坏。</translation>
    </message>
    <message>
        <source>cuBLAS and NVRTC come with the CUDA toolkit: install it again, or choose another with --toolkit. libcuda and NVML belong to the driver: restart the computer and update it.</source>
        <translation>cuBLAS 和 NVRTC 随 CUDA 工具包提供：请重新安装工具包，或用 --toolkit 选择另一个。libcuda 和 NVML 属于驱动：请重启计算机并更新驱动。</translation>
    </message>
    <message>
        <source>The program that tried out this cuDNN was ended from outside (%1). This says nothing about cuDNN.</source>
        <translation>试用此 cuDNN 的程序被外部终止（%1）。这不能说明 cuDNN 是好是坏。</translation>
    </message>
    <message>
        <source>Run the test again.</source>
        <translation>请重新运行测试。</translation>
    </message>
    <message>
        <source>The memory of the %1 has no room for the convolution in %2, so it was not computed. This says nothing about cuDNN.</source>
        <translation>%1 的显存不足以进行 %2 的卷积，因此没有计算。这不能说明 cuDNN 是好是坏。</translation>
    </message>
    <message>
        <source>Close other programs that use the GPU and run the test again, or give it a smaller convolution (--shape).</source>
        <translation>请关闭其他占用 GPU 的程序后重新测试，或改用较小的卷积（--shape）。</translation>
    </message>
    <message>
        <source>Nothing wrong was found with the cuDNN in %1, but it could not be tried out on the GPU: see the line marked FAILED.</source>
        <translation>没有发现 %1 中的 cuDNN 有问题，但未能在 GPU 上试用：见标有“失败”的那一行。</translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>Look at the machine whose files lie below DIR; nothing of it is executed.</source>
        <translation>查看文件位于 DIR 之下的机器；不执行其中任何东西。</translation>
    </message>
    <message>
        <source>Look at the machine kept in the folder DIR (practice machines).</source>
        <translation>查看保存在目录 DIR 中的机器（练习机）。</translation>
    </message>
    <message>
        <source>One JSON document on standard output, progress as JSON lines on standard error.</source>
        <translation>标准输出为一份 JSON，进度以 JSON 行写到标准错误。</translation>
    </message>
    <message>
        <source>Language: en or zh_CN.</source>
        <translation>语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>No progress and no remarks.</source>
        <translation>不显示进度和说明。</translation>
    </message>
    <message>
        <source>Show this help. Every command has its own.</source>
        <translation>显示此帮助。每个命令都有自己的帮助。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>Commands:</source>
        <translation>命令：</translation>
    </message>
    <message>
        <source>Details of one: cudnn-setup-cli COMMAND --help</source>
        <translation>某个命令的详情：cudnn-setup-cli 命令 --help</translation>
    </message>
    <message>
        <source>What to do; the list is below.</source>
        <translation>要做什么；见下面的列表。</translation>
    </message>
    <message>
        <source>Installs NVIDIA cuDNN and proves that it works.</source>
        <translation>安装 NVIDIA cuDNN 并证明它可用。</translation>
    </message>
    <message>
        <source>Show all facts of the machine: cards, driver, toolkits, every cuDNN.</source>
        <translation>显示机器的全部情况：显卡、驱动、工具包、每一个 cuDNN。</translation>
    </message>
    <message>
        <source>Do not try out libraries in a child process (faster).</source>
        <translation>不在子进程中试加载库文件（更快）。</translation>
    </message>
    <message>
        <source>Say what an archive, package or wheel is, and whether it is genuine.</source>
        <translation>说明压缩包、软件包或 wheel 是什么，是否真实。</translation>
    </message>
    <message>
        <source>Do not read a known archive to its end.</source>
        <translation>已知的压缩包不读到末尾。</translation>
    </message>
    <message>
        <source>Plan an installation, show it, and carry it out.</source>
        <translation>制定安装方案，显示并执行。</translation>
    </message>
    <message>
        <source>Into the CUDA toolkit DIR (links are followed).</source>
        <translation>安装到 CUDA 工具包 DIR（跟随链接）。</translation>
    </message>
    <message>
        <source>Into the folder DIR instead of a toolkit.</source>
        <translation>不装入工具包，而是安装到目录 DIR。</translation>
    </message>
    <message>
        <source>Only show what would be done.</source>
        <translation>只显示将要做什么。</translation>
    </message>
    <message>
        <source>Go on without a question.</source>
        <translation>不经询问直接执行。</translation>
    </message>
    <message>
        <source>You have read NVIDIA&apos;s licence in the archive and agree.</source>
        <translation>您已阅读压缩包中的 NVIDIA 许可并同意。</translation>
    </message>
    <message>
        <source>Take a file whose SHA-256 nobody published.</source>
        <translation>接受没有人公布过 SHA-256 的文件。</translation>
    </message>
    <message>
        <source>Go on though programs use the files that are replaced.</source>
        <translation>即使有程序正在使用将被替换的文件，也继续。</translation>
    </message>
    <message>
        <source>Make a throw-away machine in a folder, to learn on (default: ~/cudnn-practice).</source>
        <translation>在目录中创建一台可随意丢弃的练习机（默认：~/cudnn-practice）。</translation>
    </message>
    <message>
        <source>List the known cuDNN releases for this platform.</source>
        <translation>列出适用于本平台的已知 cuDNN 版本。</translation>
    </message>
    <message>
        <source>Only archives for CUDA N.</source>
        <translation>只列出适用于 CUDA N 的压缩包。</translation>
    </message>
    <message>
        <source>Archives for P, for example linux-sbsa.</source>
        <translation>适用于平台 P 的压缩包，例如 linux-sbsa。</translation>
    </message>
    <message>
        <source>All platforms, and withdrawn releases too.</source>
        <translation>所有平台，也包括已撤回的版本。</translation>
    </message>
    <message>
        <source>Prove that an installed cuDNN is whole, is found and can be loaded.</source>
        <translation>证明已安装的 cuDNN 完整、能被找到并能加载。</translation>
    </message>
    <message>
        <source>The copy whose libraries lie in DIR.</source>
        <translation>库文件位于 DIR 的副本。</translation>
    </message>
    <message>
        <source>The copy in the toolkit DIR.</source>
        <translation>工具包 DIR 中的副本。</translation>
    </message>
    <message>
        <source>Also compile, link and run a small program.</source>
        <translation>同时编译、链接并运行一个小程序。</translation>
    </message>
    <message>
        <source>Undo a change that was cut off by a crash or a power failure.</source>
        <translation>撤销因崩溃或断电而中断的改动。</translation>
    </message>
    <message>
        <source>Only in the folder DIR.</source>
        <translation>只处理目录 DIR。</translation>
    </message>
    <message>
        <source>How to get the rights that a change needs: auto, pkexec, sudo or none.</source>
        <translation>如何获得改动所需的权限：auto、pkexec、sudo 或 none。</translation>
    </message>
    <message>
        <source>The copy whose libraries lie in DIR, or in the toolkit or prefix DIR.</source>
        <translation>库文件位于 DIR 的副本，或工具包、前缀 DIR 中的副本。</translation>
    </message>
    <message>
        <source>Let programs find a cuDNN that is here: yours, everyone&apos;s, or those of one project.</source>
        <translation>让程序找到已有的 cuDNN：您自己的、所有人的，或某个项目的程序。</translation>
    </message>
    <message>
        <source>user (your shells), system (every program) or project=FILE (a script to write, or a conda or virtual environment).</source>
        <translation>user（您的 shell）、system（所有程序）或 project=FILE（要写入的脚本，或 conda、虚拟环境）。</translation>
    </message>
    <message>
        <source>Take that back; the files of cuDNN stay.</source>
        <translation>取消启用；cuDNN 的文件仍然保留。</translation>
    </message>
    <message>
        <source>Only for user, system or project=FILE; without it, for all.</source>
        <translation>只针对 user、system 或 project=FILE；不指定则针对全部。</translation>
    </message>
    <message>
        <source>The privileged side of a change: reads a plan from standard input.</source>
        <translation>改动中需要特权的部分：从标准输入读取方案。</translation>
    </message>
    <message>
        <source>Show what this program changed here and what can be taken back.</source>
        <translation>显示本程序在这里做过的改动，以及哪些可以撤回。</translation>
    </message>
    <message>
        <source>Only in the toolkit DIR.</source>
        <translation>只针对工具包 DIR。</translation>
    </message>
    <message>
        <source>Remove backups that hold nothing but what can be installed again.</source>
        <translation>删除只含可重新安装内容的备份。</translation>
    </message>
    <message>
        <source>With --clean: how many of the newest stay (default: 3).</source>
        <translation>与 --clean 一起使用：保留最新的几个（默认 3）。</translation>
    </message>
    <message>
        <source>Into a folder of your own, ~/.local/share/cudnn/VERSION-cudaN; needs no rights.</source>
        <translation>安装到您自己的目录 ~/.local/share/cudnn/VERSION-cudaN；不需要权限。</translation>
    </message>
    <message>
        <source>Who finds it afterwards: system (default with --toolkit), user (default with --for-me), project=FILE (a script to write, or a conda or virtual environment) or none (default with --prefix).</source>
        <translation>之后谁能找到它：system（--toolkit 时的默认值）、user（--for-me 时的默认值）、project=FILE（要写入的脚本，或 conda、虚拟环境）或 none（--prefix 时的默认值）。</translation>
    </message>
    <message>
        <source>Only in the toolkit DIR; without it, in every toolkit and prefix that is found.</source>
        <translation>只针对工具包 DIR；不指定则针对找到的每个工具包和前缀。</translation>
    </message>
    <message>
        <source>Take back the newest change, or the change ID with all that came after it.</source>
        <translation>撤回最新的改动，或撤回编号为 ID 的改动及其后的全部改动。</translation>
    </message>
    <message>
        <source>Take out what this program installed, or a copy of cuDNN that came from elsewhere.</source>
        <translation>卸载本程序安装的内容，或移出其他来源的 cuDNN 副本。</translation>
    </message>
    <message>
        <source>The copy whose libraries lie in DIR, whoever installed it.</source>
        <translation>库文件位于 DIR 的副本，无论由谁安装。</translation>
    </message>
    <message>
        <source>All that this program did in the toolkit DIR.</source>
        <translation>本程序在工具包 DIR 中所做的全部改动。</translation>
    </message>
    <message>
        <source>All that this program did in the folder DIR.</source>
        <translation>本程序在目录 DIR 中所做的全部改动。</translation>
    </message>
    <message>
        <source>Go on though programs use the files.</source>
        <translation>即使有程序正在使用这些文件也继续。</translation>
    </message>
    <message>
        <source>Also test PyTorch or TensorFlow of the Python EXE; may be given several times.</source>
        <translation>同时测试 Python 程序 EXE 中的 PyTorch 或 TensorFlow；可多次给出。</translation>
    </message>
    <message>
        <source>Run a convolution on the GPU, with cuDNN and without it: is it right, is it faster?</source>
        <translation>在 GPU 上分别用和不用 cuDNN 计算卷积：结果是否正确，是否更快。</translation>
    </message>
    <message>
        <source>The toolkit whose cuBLAS and NVRTC are used; its copy, without --copy.</source>
        <translation>使用其中 cuBLAS 和 NVRTC 的工具包；没有 --copy 时，也使用其中的副本。</translation>
    </message>
    <message>
        <source>The GPU, counted from 0 (default: 0).</source>
        <translation>GPU 编号，从 0 开始（默认：0）。</translation>
    </message>
    <message>
        <source>Number formats and layouts: all, or a list such as fp32-nchw,fp16-nhwc.</source>
        <translation>数值格式和内存布局：all，或列表，例如 fp32-nchw,fp16-nhwc。</translation>
    </message>
    <message>
        <source>The longest time for all of it (default: 60).</source>
        <translation>整个测试最多用时（秒，默认：60）。</translation>
    </message>
    <message>
        <source>Images, input and output channels, height, width (default: 16,64,128,224,224).</source>
        <translation>图像数、输入通道数、输出通道数、高、宽（默认：16,64,128,224,224）。</translation>
    </message>
    <message>
        <source>Let the loader find cuDNN, as it does for your programs.</source>
        <translation>由加载器查找 cuDNN，与您的程序一样。</translation>
    </message>
    <message>
        <source>The test on the GPU: auto (where there is one), on or off.</source>
        <translation>GPU 测试：auto（有 GPU 时测试）、on 或 off。</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::ArchivePanel</name>
    <message>
        <source>Drop a cuDNN archive here (.tar.xz, .tgz or .whl)</source>
        <translation>将 cuDNN 压缩包拖放到这里（.tar.xz、.tgz 或 .whl）</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a cuDNN archive</source>
        <translation>打开 cuDNN 压缩包</translation>
    </message>
    <message>
        <source>Archives of the practice machine:</source>
        <translation>练习机的压缩包：</translation>
    </message>
    <message>
        <source>Progress of looking at the archive</source>
        <translation>查看压缩包的进度</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>This is:</source>
        <translation>内容：</translation>
    </message>
    <message>
        <source>For:</source>
        <translation>适用于：</translation>
    </message>
    <message>
        <source>SHA-256 of this file:</source>
        <translation>此文件的 SHA-256：</translation>
    </message>
    <message>
        <source>SHA-256 that NVIDIA published:</source>
        <translation>NVIDIA 公布的 SHA-256：</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>正在查看 %1</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>cuDNN %1 for CUDA %2</source>
        <translation>cuDNN %1（CUDA %2）</translation>
    </message>
    <message>
        <source>cuDNN %1</source>
        <translation>cuDNN %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Unchanged: it is one of this practice machine&apos;s own archives.</source>
        <translation>未改动：它是这台练习机自己的压缩包。</translation>
    </message>
    <message>
        <source>Take it &amp;all the same, as an unknown archive</source>
        <translation>仍然作为未知压缩包使用(&amp;A)</translation>
    </message>
    <message>
        <source>I know where it comes from: &amp;take it</source>
        <translation>我知道它的来源，使用它(&amp;T)</translation>
    </message>
    <message>
        <source>Take this archive although it is not known</source>
        <translation>使用这个未知的压缩包</translation>
    </message>
    <message>
        <source>cuDNN archives (*.tar.xz *.txz *.tgz *.tar.gz *.whl *.zip)</source>
        <translation>cuDNN 压缩包 (*.tar.xz *.txz *.tgz *.tar.gz *.whl *.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::CheckRow</name>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Evidence of: %1</source>
        <translation>依据：%1</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::ChoosePage</name>
    <message>
        <source>What goes where</source>
        <translation>装什么，装到哪里</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>安装到</translation>
    </message>
    <message>
        <source>Which cuDNN</source>
        <translation>哪个 cuDNN</translation>
    </message>
    <message>
        <source>A shell uses this one (%1).</source>
        <translation>终端里使用这一个（%1）。</translation>
    </message>
    <message>
        <source>No cuDNN in it today.</source>
        <translation>其中还没有 cuDNN。</translation>
    </message>
    <message>
        <source>cuDNN %1 in it today.</source>
        <translation>其中已有 cuDNN %1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>You may write here.</source>
        <translation>您可以写入这里。</translation>
    </message>
    <message>
        <source>Writing here needs administrator rights.</source>
        <translation>写入这里需要管理员权限。</translation>
    </message>
    <message>
        <source>For the chosen toolkit: %1</source>
        <translation>对所选工具包：%1</translation>
    </message>
    <message>
        <source>cuDNN %1 for CUDA %2 into %3</source>
        <translation>cuDNN %1（CUDA %2）装入 %3</translation>
    </message>
    <message>
        <source>cuDNN %1 into %2</source>
        <translation>cuDNN %1 装入 %2</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>已选好</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Looking at what would have to be done…</source>
        <translation>正在查看需要做什么…</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>Now open a cuDNN archive at the right.</source>
        <translation>现在请在右侧打开 cuDNN 压缩包。</translation>
    </message>
    <message>
        <source>Choose the place, then the cuDNN archive for it.</source>
        <translation>先选择安装位置，再选择用于它的 cuDNN 压缩包。</translation>
    </message>
    <message>
        <source>Only for me</source>
        <translation>仅供我使用</translation>
    </message>
    <message>
        <source>No password needed: it goes into a folder of your own.</source>
        <translation>不需要密码：装入您自己的目录。</translation>
    </message>
    <message>
        <source>For my programs started from a shell.</source>
        <translation>对我从终端启动的程序生效。</translation>
    </message>
    <message>
        <source>For every program of this computer.</source>
        <translation>对这台电脑上的所有程序生效。</translation>
    </message>
    <message>
        <source>For nobody; I set it myself.</source>
        <translation>不生效，由我自己设置。</translation>
    </message>
    <message>
        <source>Not at all.</source>
        <translation>不启用。</translation>
    </message>
    <message>
        <source>S&amp;witch it on</source>
        <extracomment>Beside the words for whom: &quot;For every program of this computer.&quot;</extracomment>
        <translation>启用(&amp;W)</translation>
    </message>
    <message>
        <source>Switch it on, so that programs find it by themselves</source>
        <translation>启用，让程序自动找到它</translation>
    </message>
    <message>
        <source>For this machine: %1</source>
        <extracomment>%1 is the verdict: &quot;Supported&quot;.</extracomment>
        <translation>对这台机器：%1</translation>
    </message>
    <message>
        <source>A change of %1 was cut off. Put it back in order on the first page, then go on here.</source>
        <translation>对 %1 的更改被中断了。请先在第一页恢复，再回到这里继续。</translation>
    </message>
    <message>
        <source>%1, only for me</source>
        <translation>%1，仅供我使用</translation>
    </message>
    <message>
        <source>Choose a place at the left.</source>
        <translation>请在左侧选择安装位置。</translation>
    </message>
    <message>
        <source>Which cuDNN this archive holds is not known, so it has no folder of its own. Choose a toolkit, or another archive.</source>
        <translation>不知道这个压缩包里是哪个 cuDNN，因此没有对应的个人目录。请选择一个工具包，或换一个压缩包。</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::CommandBox</name>
    <message>
        <source>Command to run with administrator rights</source>
        <translation>需要管理员权限运行的命令</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::DetectPage</name>
    <message>
        <source>What is on this machine</source>
        <translation>这台机器上有什么</translation>
    </message>
    <message>
        <source>Nothing is changed here; this page only looks.</source>
        <translation>这里只查看，不做任何更改。</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>检测</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>CUDA toolkits</source>
        <translation>CUDA 工具包</translation>
    </message>
    <message>
        <source>cuDNN</source>
        <translation>cuDNN</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>&amp;Scan again</source>
        <translation>重新扫描(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Practice machine…</source>
        <translation>练习机(&amp;P)…</translation>
    </message>
    <message>
        <source>A make-believe computer in a folder, to try everything without risk</source>
        <translation>目录里的一台虚拟电脑，可以放心尝试一切</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Looking at this machine…</source>
        <translation>正在查看这台机器…</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Looking at: %1</source>
        <extracomment>%1 is what the scan looks at now: a path or a name.</extracomment>
        <translation>正在查看：%1</translation>
    </message>
    <message>
        <source>Put it back in &amp;order…</source>
        <translation>恢复(&amp;O)…</translation>
    </message>
    <message>
        <source>A change of %1 was cut off on %2. Nothing is lost.</source>
        <extracomment>%1 is a folder, %2 a date and time.</extracomment>
        <translation>对 %1 的更改于 %2 被中断。没有丢失任何东西。</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::FactCard</name>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More about: %1</source>
        <extracomment>%1 is the title of a card: &quot;Graphics card&quot;.</extracomment>
        <translation>更多信息：%1</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::FactLine</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A fact&apos;s name and its sentence, as a screen reader says them.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::FileSaving</name>
    <message>
        <source>Save report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已保存到 %1。</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片已保存到 %1。</translation>
    </message>
    <message>
        <source>Text files (*.txt)</source>
        <translation>文本文件 (*.txt)</translation>
    </message>
    <message>
        <source>Web pages, with the bars of the GPU test (*.html)</source>
        <translation>网页，含 GPU 测试的条形图 (*.html)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG 矢量图 (*.svg)</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::GpuTestView</name>
    <message>
        <source>&amp;Thorough: every number format in both memory layouts</source>
        <translation>全面测试：两种内存布局下的每种数值格式(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;As your programs find cuDNN, instead of with this copy</source>
        <translation>用您的程序自动找到的 cuDNN 测试，而不是此副本(&amp;A)</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Details of the GPU test</source>
        <translation>GPU 测试的详细信息</translation>
    </message>
    <message>
        <source>Run &amp;GPU test again</source>
        <translation>重新运行 GPU 测试(&amp;G)</translation>
    </message>
    <message>
        <source>Run &amp;GPU test</source>
        <translation>运行 GPU 测试(&amp;G)</translation>
    </message>
    <message>
        <source>%1: measuring… (%2 of %3 done)</source>
        <extracomment>%1: number format and memory layout. %2 of %3: how many of them are done.</extracomment>
        <translation>%1：正在测试…（已完成 %2，共 %3）</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Looking for the GPU and the libraries…</source>
        <translation>正在查找 GPU 和所需的库…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The GPU test was stopped before its end.</source>
        <translation>GPU 测试中途被停止。</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>解决办法：%1</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::HistoryDialog</name>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Changes that this program made, newest first</source>
        <translation>本程序所做的更改，最新的在前</translation>
    </message>
    <message>
        <source>&amp;Take back…</source>
        <translation>撤回(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Remove everything installed here…</source>
        <translation>移除此处安装的全部内容(&amp;R)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking at what was done…</source>
        <translation>正在查看做过什么…</translation>
    </message>
    <message>
        <source>This program has changed nothing on this machine yet.</source>
        <translation>本程序还没有更改过这台机器。</translation>
    </message>
    <message>
        <source>What this program changed on this machine, newest first. Choose a change to take it back, together with those made after it in the same place.</source>
        <translation>本程序在这台机器上所做的更改，最新的在前。选择一项即可撤回，同一位置上在它之后的更改会一并撤回。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Free room (%1)…</source>
        <translation>释放空间 [%1](&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Free room…</source>
        <translation>释放空间(&amp;F)…</translation>
    </message>
    <message>
        <source>In %1.</source>
        <extracomment>%1 is a folder, %2 what was asked for: &quot;install cudnn-….tar.xz&quot;.</extracomment>
        <translation>位置：%1。</translation>
    </message>
    <message>
        <source>In %1, by: %2</source>
        <translation>位置：%1，命令：%2</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::InstallPage</name>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Installing</source>
        <translation>正在安装</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message>
        <source>Not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>What will be done</source>
        <translation>将要做什么</translation>
    </message>
    <message>
        <source>Until the files are put in place, nothing is changed; after that, stopping puts everything back.</source>
        <translation>文件放入目标位置之前不做任何更改；之后停止则会全部还原。</translation>
    </message>
    <message>
        <source>The next page proves that it works.</source>
        <translation>下一页将证明它可用。</translation>
    </message>
    <message>
        <source>Nothing has been changed yet. Press Install to begin.</source>
        <translation>尚未做任何更改。按“安装”开始。</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>安装(&amp;I)</translation>
    </message>
    <message>
        <source>Stop and put &amp;back</source>
        <translation>停止并还原(&amp;B)</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>安装进度</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Details of what happened</source>
        <translation>过程的详细信息</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>To come</source>
        <translation>待进行</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>%1 each second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>cuDNN %1 is now in %2.</source>
        <translation>cuDNN %1 已装入 %2。</translation>
    </message>
    <message>
        <source>The files of cuDNN %1 that were there are kept in the backup.</source>
        <translation>原有的 cuDNN %1 文件保留在备份中。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>You stopped the installation.</source>
        <translation>您停止了安装。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) and link(s) were put in place, %1 in all, in %2.</source>
        <translation>
            <numerusform>已放入 %n 个文件和链接，共 %1，用时 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Undo…</source>
        <translation>撤销(&amp;U)…</translation>
    </message>
    <message>
        <source>Undo: take this installation back</source>
        <translation>撤销：撤回这次安装</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::MarkLine</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A mark&apos;s word and the sentence beside it, as a screen reader says them: &quot;Done: Unpack&quot;.</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::Page</name>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::PlanView</name>
    <message>
        <source>&amp;Install all the same; running programs keep the old cuDNN until they are started again</source>
        <translation>仍然安装；正在运行的程序重新启动前继续使用旧的 cuDNN(&amp;I)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Details of the plan</source>
        <translation>方案的详细信息</translation>
    </message>
    <message>
        <source>cuDNN %1 for CUDA %2 comes into %3.</source>
        <translation>cuDNN %1（CUDA %2）将装入 %3。</translation>
    </message>
    <message>
        <source>cuDNN %1 comes into %2.</source>
        <translation>cuDNN %1 将装入 %2。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新装</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Nothing is replaced; there is no other cuDNN in this place.</source>
        <translation>不替换任何内容；这里没有其他 cuDNN。</translation>
    </message>
    <message numerus="yes">
        <source>cuDNN %1 there is replaced; its %n file(s) and link(s) are kept in %2.</source>
        <translation>
            <numerusform>那里的 cuDNN %1 将被替换；它的 %n 个文件和链接保留在 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Room</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>It needs up to %1; %2 are free.</source>
        <translation>最多需要 %1，可用 %2。</translation>
    </message>
    <message>
        <source>It needs up to %1; how much is free is not known.</source>
        <translation>最多需要 %1；不清楚有多少可用空间。</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>No running program uses the cuDNN in this place now.</source>
        <translation>现在没有程序使用这里的 cuDNN。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Your programs find it when they are started from a new shell: a marked block goes into %1.</source>
        <translation>从新终端启动的程序会自动找到它：会在 %1 中加入一段带标记的内容。</translation>
    </message>
    <message>
        <source>Every program of this computer finds it.</source>
        <translation>这台电脑上的所有程序都会找到它。</translation>
    </message>
    <message>
        <source>No program finds it by itself; you tell it where it lies.</source>
        <translation>没有程序会自动找到它，需要由您指明它的位置。</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::PracticeDialog</name>
    <message>
        <source>Practice machine</source>
        <translation>练习机</translation>
    </message>
    <message>
        <source>A practice machine is a folder that holds a small make-believe computer: two CUDA toolkits and cuDNN archives to install into them. You can try everything there. Nothing on this computer is changed.</source>
        <translation>练习机是一个目录，里面是一台小小的虚拟电脑：有两个 CUDA 工具包和可供安装的 cuDNN 压缩包。您可以在那里尝试一切，这台电脑不会有任何改变。</translation>
    </message>
    <message>
        <source>&amp;Folder for it (new or empty):</source>
        <translation>存放目录（新目录或空目录）(&amp;F)：</translation>
    </message>
    <message>
        <source>Folder for the practice machine</source>
        <translation>练习机的目录</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Make it and go there</source>
        <translation>创建并进入(&amp;M)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is being made…</source>
        <translation>正在创建…</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::StepList</name>
    <message>
        <source>%1  %2</source>
        <extracomment>A step of the wizard in the list at the left: number and name.</extracomment>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>here, done</source>
        <translation>当前，已完成</translation>
    </message>
    <message>
        <source>Step %1, %2: %3</source>
        <extracomment>A step of the wizard, as a screen reader says it: number, name, state.</extracomment>
        <translation>第 %1 步，%2：%3</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>待进行</translation>
    </message>
    <message>
        <source>here</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>有问题</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::TakeBackDialog</name>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Remove everything installed here</source>
        <translation>移除此处安装的全部内容</translation>
    </message>
    <message>
        <source>Put back in order</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Free room</source>
        <translation>释放空间</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Details of taking back</source>
        <translation>撤回的详细信息</translation>
    </message>
    <message>
        <source>Progress of taking back</source>
        <translation>撤回的进度</translation>
    </message>
    <message>
        <source>&amp;Take back now</source>
        <translation>立即撤回(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Remove now</source>
        <translation>立即移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Put it back now</source>
        <translation>立即恢复(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Free room now</source>
        <translation>立即释放空间(&amp;F)</translation>
    </message>
    <message>
        <source>Looking at what would have to be done…</source>
        <translation>正在查看需要做什么…</translation>
    </message>
    <message>
        <source>Nothing has been changed yet. This is what will be done in %1.</source>
        <translation>尚未做任何更改。下面是将在 %1 中进行的操作。</translation>
    </message>
    <message>
        <source>Drops</source>
        <translation>将删除</translation>
    </message>
    <message>
        <source>Takes back</source>
        <translation>将撤回</translation>
    </message>
    <message>
        <source>There is nothing to do here.</source>
        <translation>这里没有需要做的事。</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>To know</source>
        <translation>须知</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>%1 become free.</source>
        <translation>将释放 %1。</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>The cuDNN in place stays as it is; these changes can no longer be taken back.</source>
        <translation>现有的 cuDNN 保持不变，这些更改以后无法再撤回。</translation>
    </message>
    <message>
        <source>The backups were dropped.</source>
        <translation>备份已删除。</translation>
    </message>
    <message>
        <source>Taken back. %1</source>
        <extracomment>%1 is a sentence about what is in place now.</extracomment>
        <translation>已撤回。%1</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>You stopped it.</source>
        <translation>您停止了操作。</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::VerifyPage</name>
    <message>
        <source>The report is in the clipboard.</source>
        <translation>报告已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Does it work?</source>
        <translation>能用吗？</translation>
    </message>
    <message>
        <source>The installed files are checked, loaded and built against, one after the other.</source>
        <translation>依次检查、加载已安装的文件，并用它们编译程序。</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>&amp;Finish</source>
        <translation>完成(&amp;F)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>重新校验(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>保存报告(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>尚未校验。</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>cuDNN %1 is in place and works.</source>
        <translation>cuDNN %1 已就位，可以使用。</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed. Each says below what is wrong.</source>
        <translation>
            <numerusform>%n 项检查未通过，原因见下面各项。</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPU test found a fault. It says below what is wrong.</source>
        <translation>GPU 测试发现了问题，原因见下面。</translation>
    </message>
    <message>
        <source>What the test found is shown below.</source>
        <translation>测试结果见下面。</translation>
    </message>
</context>
<context>
    <name>cudnnsetup::WizardWindow</name>
    <message>
        <source>cuDNN Setup</source>
        <translation>cuDNN Setup</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Menu</source>
        <translation>菜单(&amp;M)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>&amp;Practice machine…</source>
        <translation>练习机(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;About cuDNN Setup</source>
        <translation>关于 cuDNN Setup(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>Back to &amp;this computer</source>
        <translation>回到这台电脑(&amp;T)</translation>
    </message>
    <message>
        <source>Practice machine: nothing on this computer is changed.</source>
        <translation>练习机：这台电脑不会有任何改变。</translation>
    </message>
    <message>
        <source>This is the machine in the folder %1.</source>
        <translation>这是目录 %1 中的机器。</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>停止并关闭(&amp;S)</translation>
    </message>
    <message>
        <source>About cuDNN Setup</source>
        <translation>关于 cuDNN Setup</translation>
    </message>
    <message>
        <source>cuDNN Setup %1 gets NVIDIA cuDNN onto this machine and proves that it works.

It is not made by NVIDIA. It is free software under the MIT licence.</source>
        <translation>cuDNN Setup %1 为这台机器装上 NVIDIA cuDNN，并证明它可用。

它不是 NVIDIA 的产品，是以 MIT 许可发布的自由软件。</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>历史记录(&amp;H)…</translation>
    </message>
    <message>
        <source>A change is under way. Stop it? Everything is put back as it was before, then this window closes.</source>
        <translation>更改正在进行。要停止吗？一切会还原成原样，然后关闭此窗口。</translation>
    </message>
    <message>
        <source>&amp;Let it go on</source>
        <translation>让它继续(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>保存报告(&amp;S)…</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Work on the machine kept in the folder DIR.</source>
        <translation>在目录 DIR 中保存的机器上工作。</translation>
    </message>
    <message>
        <source>Work on the machine whose files lie below DIR.</source>
        <translation>在文件位于 DIR 之下的机器上工作。</translation>
    </message>
    <message>
        <source>Language: en or zh_CN.</source>
        <translation>语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Walk through all pages over a practice machine, keep a picture of each in DIR, and end.</source>
        <translation>在练习机上走完所有页面，将每页的图片保存到 DIR，然后结束。</translation>
    </message>
    <message>
        <source>Installs NVIDIA cuDNN and proves that it works.</source>
        <translation>安装 NVIDIA cuDNN 并证明它可用。</translation>
    </message>
    <message>
        <source>A cuDNN archive to install.</source>
        <translation>要安装的 cuDNN 压缩包。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no language this program knows; use en or zh_CN.</source>
        <translation>本程序没有语言“%1”；请用 en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Please give either --machine or --root, not both.</source>
        <translation>--machine 和 --root 请只给出一个。</translation>
    </message>
    <message>
        <source>Please give one archive only.</source>
        <translation>请只给出一个压缩包。</translation>
    </message>
    <message>
        <source>Please give --tour-archive and --tour-toolkit, or neither.</source>
        <translation>--tour-archive 和 --tour-toolkit 请同时给出，或都不给出。</translation>
    </message>
</context>
</TS>
