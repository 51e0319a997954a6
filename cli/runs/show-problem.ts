import type { JsonValue } from '../../core/values/canonical-json';
import type { Store } from '../../core/ports/records';
import { isOfKind } from '../../core/kinds/of-kind';
import { readLiveSearch } from '../../lab/runs/live-search';
import type { LiveSearch } from '../../lab/runs/live-search';
import { attemptCallLines } from '../../report/attempt-calls';
import { attemptLines } from '../../report/attempt-lines';
import { openTreeLines } from '../../report/attempt-tree';
import type { OpenSearch } from '../../report/attempt-tree';
import { openTranscriptLines } from '../../report/dialogue/dialogue-transcript';
import { loadAttempts } from '../../report/load-attempts';
import type { CommandContext } from '../command-context';
import { attemptDocument } from './attempt-document';

/** What there is of a problem: from the records, or of a search that has not ended from the engine. */
export async function showProblem(
  context: CommandContext,
  store: Store,
  {
    run,
    problem,
    calls,
  }: { readonly run: string; readonly problem: string; readonly calls: boolean },
): Promise<void> {
  const { output } = context;
  const documents: JsonValue[] = [];
  for (const loaded of await loadAttempts(store, { run, problem })) {
    const open = isOfKind(loaded.run.config, 'search') && loaded.attempt.result === null;
    const search = open ? await readLiveSearch(context, loaded.attempt) : null;
    const lines =
      search === null
        ? await attemptLines(store.blobs, loaded)
        : await openTreeLines(store.blobs, loaded, openSearch(search));
    for (const line of lines) output.print(line);
    if (loaded.attempt.result === null) {
      for (const line of await openTranscriptLines(store, loaded)) output.print(line);
    }
    if (open && search === null) {
      output.print(
        `its tree is with the engine, and nobody answers for it: \`espalier run resume ${run}\` goes on`,
      );
    }
    if (calls) {
      output.print('');
      for (const line of await attemptCallLines(store, loaded)) output.printExactly(line);
    }
    documents.push(attemptDocument(loaded, search));
  }
  output.result({ run, problem, attempts: documents });
}

/** What is shown of a search that is under way. */
export function openSearch({ state, paused, ahead }: LiveSearch): OpenSearch {
  const { nodes, strategies, plans, inFlight, frontier, toReflect = [] } = state;
  const waiting = frontier.length + toReflect.length;
  return { nodes, strategies, plans, inFlight: inFlight?.node ?? null, waiting, paused, ahead };
}
