import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { datasetPath } from './known-datasets';

/** md5 of the unpacked file: what EvalPlus names a data set by. @param nameOrPath one that `loadDataset` has read before */
export async function datasetFileMd5(nameOrPath: string, cacheDir: string): Promise<string> {
  const path = datasetPath(nameOrPath, cacheDir) ?? nameOrPath;
  const hash = createHash('md5');
  const file = createReadStream(path);
  await (path.endsWith('.gz') ? pipeline(file, createGunzip(), hash) : pipeline(file, hash));
  return hash.digest('hex');
}
