import type { RunPage, RunStore } from '../../core/ports/records';
import { callsBetween, unrecordedCalls } from '../journal/calls';
import type { Queries, StoreContext } from '../store-context';
import { withNodes } from './attempts';
import { readTotals } from './totals';

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
      const to = await lastOfPage(snapshot, { run, from });
      if (to === null) return null;
      const rows = await snapshot
        .selectFrom('attempts')
        .selectAll()
        .where('run', '=', run)
        .where('position', '>=', from)
        .where('position', '<=', to)
        .orderBy('position')
        .orderBy('problem')
        .orderBy('sample')
        .execute();
      const nodes = await snapshot
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
      const calls = await callsBetween(snapshot, run, { from, to });
      return { attempts: withNodes(rows, nodes), calls, to };
    });
}

/** Several attempts may stand at one position, where something other than a plan has recorded them: they are on one page. */
async function lastOfPage(
  db: Queries,
  { run, from }: { readonly run: string; readonly from: number },
): Promise<number | null> {
  const positions = await db
    .selectFrom('attempts')
    .select('position')
    .where('run', '=', run)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(attemptsInPage)
    .execute();
  return positions.at(-1)?.position ?? null;
}
