import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '../../../core/ports/records';
import { exportDataset } from '../../../report/datasets/export/export-dataset';
import { openStore } from '../../../store';

/** Memory and CPU time of an export when it had read so many records of rows. An export reads each record twice. */
export interface ExportReached {
  readonly rows: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly cpuSeconds: number;
}

/** Exports a data set in this process into a folder that is removed again. */
export async function exportWatched(
  path: string,
  run: string,
  every: number,
): Promise<readonly ExportReached[]> {
  const store = await openStore({ path, readOnly: true });
  const directory = mkdtempSync(join(tmpdir(), 'espalier-export-'));
  const reached: ExportReached[] = [];
  let rows = 0;
  let next = every;
  const runs = Object.create(store.runs, {
    pages: {
      value: async function* (id: string): ReturnType<Store['runs']['pages']> {
        for await (const page of store.runs.pages(id)) {
          rows += page.attempts.length;
          if (rows >= next) {
            reached.push(now(rows));
            next = rows - (rows % every) + every;
          }
          yield page;
        }
      },
    },
  }) as Store['runs'];
  try {
    const watched = Object.create(store, { runs: { value: runs } }) as Store;
    const options = { forms: ['code-feedback'], parquet: false, force: true } as const;
    await exportDataset(watched, { run, directory, ...options, without: new Set() });
    reached.push(now(rows));
    return reached;
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function now(rows: number): ExportReached {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    rows,
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
    cpuSeconds: (user + system) / 1e6,
  };
}
