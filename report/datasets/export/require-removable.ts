import { UsageError } from '../../../core/errors/errors';
import type { Store } from '../../../core/ports/records';
import { keptRows } from '../../../store';
import { terminalLine } from '../../terminal-safe';
import { findDatasetRun } from './read-dataset';

/**
 * Refuses names that would remove nothing.
 * @param told how the error names what was typed: `--without alpaca`
 * @throws UsageError for a run that makes no data set, or a name that is neither one of its sources nor one of its rows
 */
export async function requireRemovable(
  store: Store,
  run: string,
  names: readonly string[],
  told: (name: string) => string,
): Promise<void> {
  const { config } = await findDatasetRun(store, run);
  if (names.length === 0) return;
  const unknown = new Set(names.filter((name) => !Object.hasOwn(config.build.ingested, name)));
  for (const id of config.problems) unknown.delete(id);
  // Partners of a dialogue are no rows of the run by themselves.
  if (unknown.size > 0) {
    for await (const { partners } of keptRows(store.blobs, config.build.pages)) {
      for (const { id } of partners) unknown.delete(id);
    }
  }
  const [name] = unknown;
  if (name === undefined) return;
  throw new UsageError(
    `${terminalLine(told(name))}: the run has neither a source nor a row of this name`,
    `Its sources are ${Object.keys(config.build.ingested).join(', ')}; rows are named like ${config.problems[0] ?? ''}`,
    { code: 'BAD_FLAG' },
  );
}
