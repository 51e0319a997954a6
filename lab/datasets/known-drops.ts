import { existsSync } from 'node:fs';

import type { RunConfig } from '../../core/schemas/run';
import type { LoadedDataset } from '../../datasets';
import { droppedTests } from '../../report/shown-tests';
import type { DroppedTests } from '../../report/shown-tests';
import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';

/** Visible tests that are not shown, because the references fail them, as a run on the same tests found. */
export interface KnownDrops {
  /** The newest run that has tried any of the problems. */
  readonly run: string;
  /** Problems that it has tried. */
  readonly tried: number;
  readonly dropped: readonly DroppedTests[];
}

/** Known drops for rows of a data set or of one problem; runs nothing. null: no run on this machine has tried them. */
export async function knownDrops(
  context: LabContext,
  { sha256, rows }: Pick<LoadedDataset, 'sha256' | 'rows'>,
): Promise<KnownDrops | null> {
  // Looking at a data set must not make a state folder.
  if (!existsSync(context.folder.store)) return null;
  const ids = new Set(rows.map(({ problem }) => problem.id));
  return withStore(context, async ({ runs }) => {
    const own = (await runs.runs()).filter(({ config }) => isOn(config, sha256));
    for (const record of own.toReversed()) {
      const all = await runs.allShownTests(record.id);
      const shown = new Map([...all].filter(([problem]) => ids.has(problem)));
      if (shown.size === 0) continue;
      return { run: record.id, tried: shown.size, dropped: droppedTests({ record, shown }) };
    }
    return null;
  });
}

function isOn({ dataset }: RunConfig, sha256: string): boolean {
  return dataset.sha256 === sha256;
}
