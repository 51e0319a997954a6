import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EnvironmentRecord } from '../../../core/schemas/environment';
import { ArchiveStore } from '../../../laboratory/trials/harness/archive-store';
import type { RepositoryCells } from '../../../sandbox';
import type { PatchCells } from '../../../sandbox/patch/patch-cells';
import { unpackedTools } from '../../repositories/support/pinned-packages';
import { tarOf } from '../real/tar';
import { packagesOfPytest } from './patch-check';

type Files = Readonly<Record<string, string>>;
type Options = ConstructorParameters<typeof PatchCells>[0];

/** What runs patches in one small repository, with the record of its environment. */
export async function smallCells(
  host: RepositoryCells,
  folder: string,
  {
    files,
    installed = {},
    store = new ArchiveStore(),
  }: {
    readonly files: Files;
    /** Below `project/`. */
    readonly installed?: Files;
    readonly store?: Pick<
      Options['environments'],
      'openArchive' | 'putArchive' | 'findStep' | 'saveStep'
    >;
  },
): Promise<Options & { readonly record: EnvironmentRecord }> {
  const kept = new Set<string>();
  const putArchive: Options['environments']['putArchive'] = async (content) => {
    const put = await store.putArchive(content);
    kept.add(put.sha256);
    return put;
  };
  const keep = async (bytes: Buffer) =>
    (
      await putArchive(
        (async function* () {
          yield bytes;
        })(),
      )
    ).sha256;
  const tools = join(folder, 'tools');
  unpackedTools(tools);
  // Every cell unpacks them.
  const needed = readdirSync(tools).filter((name) => packagesOfPytest.test(name));
  execFileSync('tar', ['-cf', join(folder, 'tools.tar'), '-C', tools, ...needed]);
  const regular = (of: Files, at = '') =>
    Object.entries(of).map(([name, content]) => ({ name: `${at}${name}`, content }));
  const archives = {
    installed: await keep(
      tarOf([
        { name: 'project', type: '5' },
        ...regular(installed, 'project/'),
        { name: 'deps', type: '5' },
      ]),
    ),
    snapshot: await keep(tarOf(regular(files))),
    tools: await keep(readFileSync(join(folder, 'tools.tar'))),
  };
  const cell = await host.open({
    archives: [],
    shape: { memoryMb: 256, filesMb: 16, scratchMb: 16 },
  });
  const told = { archives, python: cell.place.python, sha256: 'a'.repeat(64) };
  await cell.close();
  const record = told as unknown as EnvironmentRecord;
  return {
    record,
    host: () => Promise.resolve(host),
    environments: {
      ...{ openArchive: (sha256) => store.openArchive(sha256), putArchive },
      ...{
        findStep: (key) => store.findStep(key),
        saveStep: (key, step) => store.saveStep(key, step),
      },
      hasArchive: (sha256) => Promise.resolve(kept.has(sha256)),
    },
    environmentOf: () => Promise.resolve(record),
    keepLog: () => Promise.resolve('b'.repeat(64)),
    tools: 'tools',
  };
}
