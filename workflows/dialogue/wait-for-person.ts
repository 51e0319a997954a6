import { upsertSearchAttributes } from '@temporalio/workflow';

import type { AttemptKey } from '../../core/ports/records';
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
  upsertSearchAttributes({ EspalierPhase: ['waiting'] });
  try {
    if (round === null || patience === null) {
      await dialogue.somethingHappens(null);
      return;
    }
    const { remindEveryMs, expireAfterMs } = patience;
    let waitedMs = 0;
    for (let nth = 1; waitedMs < expireAfterMs; nth += 1) {
      await gate.call(() => ports.records.remindPerson({ attempt, nth }));
      const forMs = Math.min(remindEveryMs, expireAfterMs - waitedMs);
      if (await dialogue.somethingHappens(forMs)) return;
      waitedMs += forMs;
    }
    await answerForPerson(attempt, round, parts);
  } finally {
    upsertSearchAttributes({ EspalierPhase: ['refining'] });
  }
}

/** A person who answers while the simulated one is being asked is heard, and that one is not. */
async function answerForPerson(
  attempt: AttemptKey,
  id: string,
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
  const events = dialogue.state.events;
  const round = standingRounds(dialogue.state).find((one) => one.id === id);
  if (round?.program == null || round.execution === null) return;
  const { ordinal, parent, number, program, execution } = round;
  const planned = { id, ordinal, parent, number, last: false, runsCode: true };
  const given = await gate.call(() =>
    ports.model.giveFeedback({ attempt, round: planned, program, execution, source: 'human' }),
  );
  if (dialogue.state.events !== events) return;
  const { feedback, calls } = given;
  await dialogue.record({ kind: 'feedback-given', round: id, feedback, calls: [...calls] });
}
