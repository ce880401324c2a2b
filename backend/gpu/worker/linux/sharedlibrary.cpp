// SPDX-License-Identifier: MIT
#include "gpu/worker/sharedlibrary.h"

#include <QFile>
#include <QFileInfo>

#include <dlfcn.h>
#include <link.h>

namespace cudnnsetup {

SharedLibrary SharedLibrary::open(const QString &library)
{
    SharedLibrary opened;
    opened.m_handle = dlopen(QFile::encodeName(library).constData(), RTLD_NOW | RTLD_LOCAL);
    if (!opened.m_handle) {
        opened.m_problem = QString::fromLocal8Bit(dlerror());
        return opened;
    }
    const link_map *map = nullptr;
    if (dlinfo(opened.m_handle, RTLD_DI_LINKMAP, &map) == 0 && map)
        opened.m_file = QFileInfo(QFile::decodeName(map->l_name)).canonicalFilePath();
    return opened;
}

void *SharedLibrary::function(const char *name) const
{
    return m_handle ? dlsym(m_handle, name) : nullptr;
}

} // namespace cudnnsetup
