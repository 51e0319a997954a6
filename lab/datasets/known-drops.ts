import { existsSync } from 'node:fs';

import type { RunConfig } from '../../core/schemas/run';
import type { LoadedDataset } from '../../datasets';
import { droppedTests } from '../../report/shown-tests';
import type { DroppedTests } from '../../report/shown-tests';
import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';

/** What a run on these very tests found: visible tests that are not shown, since the references fail them. */
export interface KnownDrops {
  /** The newest one that has tried any of the problems. */
  readonly run: string;
  /** Problems that it has tried. */
  readonly tried: number;
  readonly dropped: readonly DroppedTests[];
}

/**
 * Of a data set as it was read, or of one problem's rows alone, without running anything. null: no run has tried them on this
 * machine.
 */
export async function knownDrops(
  context: LabContext,
  { sha256, rows }: Pick<LoadedDataset, 'sha256' | 'rows'>,
): Promise<KnownDrops | null> {
  // Looking at a data set makes no state folder.
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
