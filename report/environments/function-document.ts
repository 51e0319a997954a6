import { asJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import type { LoadedFunction } from './load-function';
import { markedLines } from './source-lines';

/** `env show RUN FUNCTION --json`: `notes` are the steps of its plan, `source` its lines with marks. */
export function functionDocument(loaded: LoadedFunction): JsonValue {
  const {
    repository,
    entry,
    definition,
    notes,
    built,
    expected,
    source,
    fragments,
    coverage,
    survivors,
  } = loaded;
  return asJson({
    run: repository.key.run,
    repository: repository.id,
    id: entry.id,
    entry,
    definition,
    source: source === null ? null : markedLines(source, coverage, survivors),
    fragments,
    coverage,
    survivors,
    instance: built?.instance ?? null,
    expected,
    dropped: built?.dropped ?? [],
    notes,
  });
}
