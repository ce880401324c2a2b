// SPDX-License-Identifier: MIT
#include "host/prober.h"

#include "host/answerchannel.h"
#include "host/nvml.h"
#include "host/probejson.h"

#include <QFile>
#include <QJsonDocument>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString loadedFrom(void *handle)
{
    link_map *map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map)
        return {};
    const QByteArray name(map->l_name);
    char *real = realpath(name.constData(), nullptr);
    const QString path = QFile::decodeName(real ? QByteArray(real) : name);
    free(real);
    return path;
}

struct Loaded
{
    void *handle = nullptr;
    ProbeAnswer::Load load;
};

Loaded load(const QString &library)
{
    Loaded loaded{.load = {.library = library}};
    loaded.handle = dlopen(QFile::encodeName(library).constData(), RTLD_NOW | RTLD_LOCAL);
    if (loaded.handle) {
        loaded.load.loaded = true;
        loaded.load.loadedFrom = loadedFrom(loaded.handle);
    } else {
        loaded.load.error = QString::fromLocal8Bit(dlerror());
    }
    return loaded;
}

std::optional<qint64> call(void *handle, const char *function)
{
    if (!handle)
        return {};
    const auto symbol = reinterpret_cast<size_t (*)()>(dlsym(handle, function));
    return symbol ? std::optional(qint64(symbol())) : std::nullopt;
}

} // namespace

int runProbeChild()
{
    QFile input;
    input.open(STDIN_FILENO, QIODevice::ReadOnly);
    const QJsonObject json = QJsonDocument::fromJson(input.readAll()).object();
    AnswerChannel channel;
    if (probejson::isNvmlRequest(json)) {
        channel.write(probejson::fromNvml(askNvml()));
        channel.endProcess();
    }

    const ProbeRequest request = probejson::requestFrom(json);
    if (request.library.isEmpty())
        return 2;
    const Loaded first = load(request.library);
    channel.write(probejson::fromLoad(first.load));
    ProbeAnswer versions;
    versions.cudnnVersion = call(first.handle, "cudnnGetVersion");
    versions.cudartVersion = call(first.handle, "cudnnGetCudartVersion");
    channel.write(probejson::fromVersions(versions));
    for (const QString &library : request.alsoLoad)
        channel.write(probejson::fromLoad(load(library).load));
    channel.endProcess();
}

} // namespace cudnnsetup
