import { UsageError } from '../../../core/errors/errors';
import { isOfKind } from '../../../core/kinds/of-kind';
import type { Store } from '../../../core/ports/records';
import { keptRows } from '../../../store';
import { findRun } from '../../load-run';

/** @throws UsageError for a name that is neither a source of the run nor one of its rows: a misspelt one would remove nothing */
export async function requireRemovable(
  store: Store,
  run: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { config } = await findRun(store, run);
  if (!isOfKind(config, 'dataset')) return;
  const unknown = new Set(names.filter((name) => !(name in config.build.ingested)));
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
    `--without ${name}: the run has neither a source nor a row of this name`,
    `Its sources are ${Object.keys(config.build.ingested).join(', ')}; rows are named like ${config.problems[0] ?? ''}`,
    { code: 'BAD_FLAG' },
  );
}
