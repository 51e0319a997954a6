import type { RunPage, RunStore } from '../../core/ports/records';
import { callsBetween, unrecordedCalls } from '../journal/calls';
import type { Queries, StoreContext } from '../store-context';
import { withNodes } from './stored-attempt';
import { readTotals } from '../run-totals';

/** Attempts of a page: enough that asking for it costs little beside reading it. */
const attemptsInPage = 50;

/** A run read piece by piece: what a reader holds of it is one page, whatever its size. */
export function createRunPages(context: StoreContext): Pick<RunStore, 'pages'> {
  return { pages: (run) => readPages(context, run) };
}

async function* readPages(context: StoreContext, run: string): AsyncGenerator<RunPage> {
  let from = 0;
  let calls = 0;
  for (;;) {
    const page = await readPage(context, { run, from });
    if (page === null) break;
    calls += page.calls.length;
    yield page;
    from = page.to + 1;
  }
  // To look for them is to look at every call of the run.
  const totals = await readTotals(context, run);
  if (totals.calls > calls) yield { attempts: [], calls: await unrecordedCalls(context.db, run) };
}

/** null: there is no attempt at this position or behind it. */
function readPage(
  { db }: StoreContext,
  { run, from }: { readonly run: string; readonly from: number },
): Promise<(RunPage & { readonly to: number }) | null> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const to = await lastOfPage(snapshot, { run, from, most: attemptsInPage });
      return to === null ? null : { ...(await readRecords(snapshot, run, { from, to })), to };
    });
}

/** Positions of attempts, the last one included. */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

/** The attempts at these positions with their calls. */
export async function readRecords(
  db: Queries,
  run: string,
  { from, to }: Positions,
): Promise<RunPage> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('run', '=', run)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .orderBy('position')
    .orderBy('problem')
    .orderBy('sample')
    .execute();
  const nodes = await db
    .selectFrom('attempts as attempt')
    .innerJoin('nodes as node', (join) =>
      join
        .onRef('node.run', '=', 'attempt.run')
        .onRef('node.problem', '=', 'attempt.problem')
        .onRef('node.sample', '=', 'attempt.sample'),
    )
    .select(['node.problem', 'node.sample', 'node.node', 'node.content'])
    .where('attempt.run', '=', run)
    .where('attempt.position', '>=', from)
    .where('attempt.position', '<=', to)
    .orderBy('attempt.position')
    .orderBy('node.place')
    .execute();
  return {
    attempts: withNodes(rows, nodes),
    calls: await callsBetween(db, run, { from, to }),
  };
}

/** Several attempts may stand at one position, where something other than a plan has recorded them: they are on one page. */
export async function lastOfPage(
  db: Queries,
  { run, from, most }: { readonly run: string; readonly from: number; readonly most: number },
): Promise<number | null> {
  const positions = await db
    .selectFrom('attempts')
    .select('position')
    .where('run', '=', run)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(most)
    .execute();
  return positions.at(-1)?.position ?? null;
}
