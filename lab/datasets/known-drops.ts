import { existsSync } from 'node:fs';

import type { RunConfig } from '../../core/schemas/run';
import { wrongExamplesIn } from '../../datasets';
import type { LoadedDataset } from '../../datasets';
import { droppedTests } from '../../report/shown-tests';
import type { DroppedTests } from '../../report/shown-tests';
import type { LabContext } from '../lab-context';
import { withStore } from '../with-store';

/** What is known of visible tests that are not shown, without running anything. */
export interface KnownDrops {
  /** Examples of published problems that a list of ours names, because their references fail them: left out when the file is read. */
  readonly listed: readonly { readonly problem: string; readonly tests: readonly string[] }[];
  /** What the newest run on these very tests found, problem by problem; null: no run has tried them on this machine. */
  readonly remembered: {
    readonly run: string;
    /** Problems that it has tried. */
    readonly tried: number;
    readonly dropped: readonly DroppedTests[];
  } | null;
}

/** Of a data set as it was read; of one problem's rows alone, of that problem. */
export async function knownDrops(
  context: LabContext,
  { sha256, rows }: Pick<LoadedDataset, 'sha256' | 'rows'>,
): Promise<KnownDrops> {
  const listed = rows.flatMap(({ problem }) => {
    const tests = wrongExamplesIn(problem);
    return tests.length === 0 ? [] : [{ problem: problem.id, tests }];
  });
  const ids = new Set(rows.map(({ problem }) => problem.id));
  return { listed, remembered: await rememberedDrops(context, sha256, ids) };
}

async function rememberedDrops(
  context: LabContext,
  sha256: string,
  ids: ReadonlySet<string>,
): Promise<KnownDrops['remembered']> {
  // Looking at a data set makes no state folder.
  if (!existsSync(context.folder.store)) return null;
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
