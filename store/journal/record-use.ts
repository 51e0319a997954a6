import type { CallUse } from '../../core/adapters/journal';
import type { SentRequests } from '../../core/journal/sent-requests';
import { workRow } from '../../core/kinds/kinds';
import type { Queries } from '../store-context';
import type { UseColumns } from '../tables';
import { purposeColumn } from './call-purpose';

/** Who uses which answer, as columns. */
export function useColumns(identity: string, use: CallUse): UseColumns {
  return {
    run: use.run,
    problem: use.problem,
    sample: use.sample,
    node: purposeColumn(use),
    role: use.context.role,
    repair: use.repair ? 1 : 0,
    identity,
  };
}

/** `n12` of a search, `r12` of a dialogue -> 12; the root, and whatever has no ordinal, comes first. */
function nodeOrdinal(use: CallUse): number {
  const digits = /^[nr](\d+)$/.exec(workRow(use.kind).place(use))?.[1];
  return digits === undefined ? -1 : Number(digits);
}

export interface UseEvent {
  readonly identity: string;
  readonly use: CallUse;
  /** This use's send brought the answer. */
  readonly paidHere: boolean;
  /** Requests beyond the question's first that this event adds; fewer than none takes back what a claim has added. */
  readonly resends?: SentRequests;
}

/** One row per use however often it is told: sends add up, and a use that paid stays one that paid. */
export async function recordUse(db: Queries, event: UseEvent): Promise<void> {
  const { use, resends: { known, atMost } = { known: 0, atMost: 0 } } = event;
  const paidHere = event.paidHere ? 1 : 0;
  await db
    .insertInto('call_uses')
    .values((eb) => ({
      ...useColumns(event.identity, use),
      node_ordinal: nodeOrdinal(use),
      use_order: eb
        .selectFrom('call_uses as earlier')
        .where('earlier.run', '=', use.run)
        .where('earlier.problem', '=', use.problem)
        .where('earlier.sample', '=', use.sample)
        .select((earlier) =>
          earlier(
            earlier.fn.coalesce(earlier.fn.max('earlier.use_order'), earlier.lit(-1)),
            '+',
            earlier.lit(1),
          ).as('next'),
        ),
      paid_here: paidHere,
      resends: Math.max(0, atMost),
      known_resends: known,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['run', 'problem', 'sample', 'node', 'role', 'repair', 'identity'])
        .doUpdateSet((eb) => ({
          paid_here: eb
            .case()
            .when('excluded.paid_here', '=', 1)
            .then(1)
            .else(eb.ref('call_uses.paid_here'))
            .end(),
          resends: eb
            .case()
            .when(eb('call_uses.resends', '+', atMost), '<', 0)
            .then(0)
            .else(eb('call_uses.resends', '+', atMost))
            .end(),
          known_resends: eb('call_uses.known_resends', '+', known),
        })),
    )
    .execute();
}
