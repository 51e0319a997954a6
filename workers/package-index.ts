import { join } from 'node:path';

import { proxyFor } from '../config/proxy-for';
import type { Settings } from '../config/settings';
import { cacheFolder } from '../config/state-folder';
import { PackageIndex } from '../repositories';

/** What was fetched lies in the user's cache, and serves every state folder. */
export function openPackageIndex(settings: Settings): PackageIndex {
  return new PackageIndex({
    indexUrl: settings.ESPALIER_PACKAGE_INDEX,
    folder: join(cacheFolder(settings), 'package-index'),
    proxyUrl: proxyFor(settings, settings.ESPALIER_PACKAGE_INDEX)?.url,
  });
}
