import { CancellationScope, upsertSearchAttributes } from '@temporalio/workflow';

import type { AttemptKey } from '../../core/ports/records';
import type { GivenFeedback } from '../../core/ports/dialogue';
import { standingRounds } from '../../core/refinement/dialogue-state';
import type { DialogueStep } from '../../core/refinement/next-step';
import type { PauseGate } from '../work/pause-gate';
import type { DialogueActivities } from './dialogue-activities';
import type { LiveDialogue } from './live-dialogue';

type Wait = Extract<DialogueStep, { readonly kind: 'wait-for-person' }>;

/**
 * Waits until a person says something: for weeks, and nothing runs meanwhile. Where it is a round that they are to say
 * something of, they are reminded, and after the expiry a simulated person answers in their place.
 */
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
  // Also what happens while somebody is being reminded ends the wait.
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

/** A person who answers while the simulated one is being asked is heard, and that one is not. */
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
  // Whichever came second is not waited for.
  scope.cancel();
  if (given === null) return;
  const { feedback, calls, tokens } = given;
  await dialogue.record(
    { kind: 'feedback-given', round: id, feedback, calls: [...calls], tokens },
    () => dialogue.state.events === since,
  );
}
