import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { EspalierError, UsageError, exitCodes } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { importKeys } from '../../core/work/note-keys';
import { isOfKind } from '../../core/kinds/of-kind';
import { exportNames } from '../../report/environments/export/export-environments';
import { readExport } from '../../report/environments/export/read-export';
import type { ReadExport } from '../../report/environments/export/read-export';
import { runIdOf } from '../planning/run-id';

export interface ImportedEnvironments {
  readonly run: string;
  readonly instances: number;
  /** Number of archives in the export. Without archives nothing can be graded here. */
  readonly archives: number;
}

/**
 * Recreates the records of an export in another state folder: the run, its repositories, its harnesses and what they need.
 * Present records stay as they are. An import that was broken off continues.
 * @throws UsageError for a folder that is not an export, or a run that is already here; EspalierError (`EXPORT_DAMAGED`)
 */
export async function importEnvironments(
  store: Store,
  directory: string,
): Promise<ImportedEnvironments> {
  const read = await readExport(directory);
  const faults = [...read.faults, ...idFaults(read)];
  if (faults.length > 0) {
    throw new EspalierError(
      `${directory} is not as it was exported: ${faults.slice(0, 3).join('; ')}`,
      {
        code: 'EXPORT_DAMAGED',
        remedy: 'Export it again; `espalier env check` lists everything that is wrong',
        exitCode: exitCodes.failures,
      },
    );
  }
  const { blobs, environments, runs } = store;
  const { begun, done } = importKeys(read.run);
  const isLeft = await Promise.all([begun, done].map((step) => environments.findStep(step)));
  const isHalf = isLeft[0] !== null && isLeft[1] === null;
  if (!isHalf && (await runs.run(read.run)) !== null) {
    throw new UsageError(
      `run ${read.run} is here already`,
      `Look at it with: espalier env funnel ${read.run}`,
      { code: 'RUN_KNOWN' },
    );
  }
  for (const name of [exportNames.expected, exportNames.graded, exportNames.blobs]) {
    for (const file of await filesOf(directory, name)) {
      await blobs.put(await readFile(file, 'utf8'));
    }
  }
  for (const { text } of read.built) await blobs.put(text);
  const archives = await filesOf(directory, exportNames.archives);
  for (const file of archives) await keepArchive(store, file);
  for (const record of read.environments) {
    if ((await environments.environment(record.sha256)) === null) {
      await environments.saveEnvironment(record);
    }
  }
  await environments.saveStep(begun, {});
  await runs.createRun(read.run, read.config);
  for (const [position, { id, outcome, entries }] of read.repositories.entries()) {
    const key = { run: read.run, problem: id, sample: 0 };
    await runs.beginAttempt(key, position);
    await environments.saveFunnel(key, entries);
    if (outcome === null) continue;
    await runs.finishAttempt(key, {
      ...{ status: 'completed', outcome, graded: [], verdict: null, solved: false },
      ...{ cause: null, provenance: null },
    });
  }
  await runs.setRunStatus(read.run, read.status, null);
  await environments.saveStep(done, {});
  return { run: read.run, instances: read.built.length, archives: archives.length };
}

/**
 * Otherwise the export of one configuration could be taken for the run of another. The place of a folder is part of the id
 * of a run, but not of its export, so such an id cannot be checked.
 */
function idFaults({ run, config }: ReadExport): readonly string[] {
  if (!isOfKind(config, 'environment')) return [`run ${run} builds no environments`];
  const { sources } = config.environment;
  if (Object.values(sources).some(({ input }) => input.kind === 'path')) return [];
  return run === runIdOf(config) ? [] : [`run ${run} is not that of its configuration`];
}

async function keepArchive({ environments }: Store, file: string): Promise<void> {
  const { sha256 } = await environments.putArchive(createReadStream(file));
  if (basename(file) === `${sha256}.tar`) return;
  throw new EspalierError(`${file} is not what its name says`, {
    code: 'EXPORT_DAMAGED',
    remedy: 'Export it again',
    exitCode: exitCodes.failures,
  });
}

async function filesOf(directory: string, folder: string): Promise<readonly string[]> {
  const found = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
  const names = found.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  return names.sort().map((name) => join(directory, folder, name));
}
