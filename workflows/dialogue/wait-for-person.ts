import { CancellationScope, upsertSearchAttributes } from '@temporalio/workflow';

import type { AttemptKey } from '../../core/ports/records';
import type { GivenFeedback } from '../../core/ports/dialogue';
import { standingRounds } from '../../core/refinement/dialogue-state';
import type { DialogueStep } from '../../core/refinement/next-step';
import type { PauseGate } from '../work/pause-gate';
import type { DialogueActivities } from './dialogue-activities';
import type { LiveDialogue } from './live-dialogue';

type Wait = Extract<DialogueStep, { readonly kind: 'wait-for-person' }>;

/** May last for weeks, without an activity. Reminds a person who owes feedback; after the expiry a simulated one answers. */
export async function waitForPerson(
  attempt: AttemptKey,
  { round, patience }: Wait,
  parts: {
    readonly dialogue: LiveDialogue;
    readonly gate: PauseGate;
    readonly ports: DialogueActivities;
  },
): Promise<void> {
  const { dialogue, gate, ports } = parts;
  // An event that arrives during the reminder also ends the wait.
  const since = dialogue.state.events;
  upsertSearchAttributes({ EspalierPhase: ['waiting'] });
  try {
    if (round === null || patience === null) {
      await dialogue.somethingHappens(since, null);
      return;
    }
    const { remindEveryMs, expireAfterMs } = patience;
    for (;;) {
      const waitedMs = await gate.call(() => ports.records.remindPerson({ attempt, patience }));
      if (waitedMs >= expireAfterMs) break;
      const forMs = Math.min(remindEveryMs, expireAfterMs - waitedMs);
      if (await dialogue.somethingHappens(since, Math.ceil(forMs) + 1)) return;
    }
    await answerForPerson({ attempt, round, since }, parts);
  } finally {
    upsertSearchAttributes({ EspalierPhase: ['refining'] });
  }
}

/** If the person answers meanwhile, the answer of the simulated person is discarded. */
async function answerForPerson(
  asked: { readonly attempt: AttemptKey; readonly round: string; readonly since: number },
  {
    dialogue,
    gate,
    ports,
  }: {
    readonly dialogue: LiveDialogue;
    readonly gate: PauseGate;
    readonly ports: DialogueActivities;
  },
): Promise<void> {
  const { attempt, round: id, since } = asked;
  const round = standingRounds(dialogue.state).find((one) => one.id === id);
  if (round?.program == null || round.execution === null) return;
  const { ordinal, parent, number, program, execution } = round;
  const planned = {
    id,
    ordinal,
    parent,
    number,
    last: false,
    runsCode: true,
    after: since,
    tokensLeft: null,
  };
  const ask = (): Promise<GivenFeedback> =>
    ports.model.giveFeedback({ attempt, round: planned, program, execution, source: 'human' });
  const scope = new CancellationScope();
  const given = await scope.run(() =>
    Promise.race([gate.call(ask), dialogue.somethingHappens(since, null).then(() => null)]),
  );
  // The slower of the two is not awaited.
  scope.cancel();
  if (given === null) return;
  const { feedback, calls, tokens } = given;
  await dialogue.record(
    { kind: 'feedback-given', round: id, feedback, calls: [...calls], tokens },
    () => dialogue.state.events === since,
  );
}
