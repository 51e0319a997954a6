import { EspalierError } from '../../core/errors/errors';
import type { AttemptKey, AttemptResult, Store } from '../../core/ports/records';
import { kindsOfWork } from '../../core/kinds/kinds';
import { callUse, modelAnswer, modelRequest, sending } from '../../laboratory/fakes/model-requests';
import { attemptResult, searchOutcome, ungraded } from '../../laboratory/fakes/record-samples';

/** A whole number below another one. */
export type Chance = (below: number) => number;

function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[chance(items.length)] as Item;
}

/** Something that a run does to the store; what it may not do just now is refused, and changes nothing. */
export async function randomStep(store: Store, steps: RandomSteps): Promise<void> {
  await step(store, steps).catch((error: unknown) => {
    // Anything else is a fault.
    if (!(error instanceof EspalierError)) throw error;
  });
}

export interface RandomSteps {
  readonly chance: Chance;
  readonly runs: readonly string[];
  readonly problems: readonly string[];
  /** From one problem's position to the next one's. */
  readonly apart?: number;
}

async function step(
  store: Store,
  { chance, runs, problems, apart = 1 }: RandomSteps,
): Promise<void> {
  const run = oneOf(chance, runs);
  const key: AttemptKey = { run, problem: oneOf(chance, problems), sample: 0 };
  switch (chance(8)) {
    case 0:
      await store.runs.beginAttempt(key, problems.indexOf(key.problem) * apart);
      return;
    case 1:
      await store.runs.setWaiting(key, oneOf(chance, ['the endpoint is busy', null]));
      return;
    case 2:
      await end(store, chance, key);
      return;
    default:
      await callStep(store, chance, key);
  }
}

async function end(store: Store, chance: Chance, key: AttemptKey): Promise<void> {
  if (chance(2) === 0) return store.runs.finishAttempt(key, oneOf(chance, [...endings]));
  // As graded samples of others are: without a beginning, and without nodes.
  const outcome = kindsOfWork.evaluation.noOutcome;
  const result = { ...oneOf(chance, [attemptResult(), ungraded('unscored')]), outcome };
  return store.runs.recordAttempts([{ ...key, problem: 'graded', position: 9, result }]);
}

const nothing = { verdict: 'no-program', solved: false, graded: [] } as const;
const endings: readonly AttemptResult[] = [
  attemptResult({ solved: false, verdict: 'failed' }),
  attemptResult(),
  attemptResult({ ...nothing, outcome: searchOutcome([]) }),
  attemptResult({ ...nothing, outcome: kindsOfWork.dialogue.noOutcome }),
  ungraded('unscored'),
  ungraded('cancelled'),
];

/** Few identities, so that attempts and runs share calls, send what another one has sent, and are told twice. */
async function callStep(store: Store, chance: Chance, key: AttemptKey): Promise<void> {
  const identity = chance(6).toString(16).padStart(64, '0');
  const use = callUse({ ...key, context: { problem: key.problem, role: 'solver' } });
  const owner = oneOf(chance, ['one', 'two']);
  const fates = oneOf(chance, [[], ['answered'], ['unsent'], ['unknown', 'answered']] as const);
  switch (chance(4)) {
    case 0:
      await store.journal.answer(identity, oneOf(chance, answers), sending(use, fates));
      return;
    case 1:
      await store.journal.release(identity, { ...sending(use, fates), owner });
      return;
    default:
      await store.journal.claim({ identity, request: modelRequest(), use, owner, leaseMs: 50 });
  }
}

const answers = [
  modelAnswer({ costUsd: 0.1 }),
  modelAnswer({ costUsd: 0.2, usage: null }),
  modelAnswer({ costUsd: null }),
];
