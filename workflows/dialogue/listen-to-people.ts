import { setHandler } from '@temporalio/workflow';
import type { defineUpdate } from '@temporalio/workflow';

import type { PersonEvent } from '../../core/refinement/steering';
import type { Feedback } from '../../core/schemas/dialogue';
import { pauseSignal, pauseUpdate, resumeSignal, resumeUpdate } from '../work/messages';
import type { PauseGate } from '../work/pause-gate';
import { refuse } from '../work/refuse';
import type { DialogueActivities } from './dialogue-activities';
import type { LiveDialogue } from './live-dialogue';
import {
  approveUpdate,
  chooseModelUpdate,
  endTurnUpdate,
  giveFeedbackUpdate,
  giveMessageUpdate,
  retryFromUpdate,
  runBlockUpdate,
  stopUpdate,
  transcriptQuery,
  undoTurnUpdate,
} from './messages';
import type { GivenMessage, GivenWords } from './messages';

/** Longest words of a person's feedback, characters. */
const longestWords = 20_000;

const personsWords: Omit<Feedback, 'text'> = { source: 'person', refused: [], neutral: false };

/** Answers the transcript query and takes people's updates; `dialogue` is null until it has begun. */
export function listenToPeople(
  gate: PauseGate,
  ports: DialogueActivities,
  dialogue: () => LiveDialogue | null,
): void {
  const begun = (): LiveDialogue => dialogue() ?? refuse('the dialogue has not begun; try again');
  const open = (): LiveDialogue => {
    const current = begun();
    if (current.closed) refuse('the dialogue has ended', 'ended');
    return current;
  };

  setHandler(transcriptQuery, () => {
    const { state, inFlight } = begun();
    return { state, paused: gate.paused, inFlight: inFlight?.id ?? null };
  });

  setHandler(
    giveFeedbackUpdate,
    async ({ text, round }: GivenWords) => {
      const words = await ports.work.storeText({ text });
      const feedback: Feedback = { ...personsWords, text: words };
      await begun().hear(feedback, round ?? null);
    },
    {
      validator: ({ text, round }: GivenWords) => {
        const current = open();
        if (text.trim() === '') refuse('the feedback is empty');
        if (text.length > longestWords) {
          refuse(`the feedback is longer than ${String(longestWords)} characters`);
        }
        if (current.inFlight !== null && round === undefined) return;
        const feedback: Feedback = { ...personsWords, text: { sha256: '', excerpt: '' } };
        const about = round ?? current.newest;
        current.check({ kind: 'feedback-given', round: about, feedback, calls: [] });
      },
    },
  );
  const plain = [
    [approveUpdate, { kind: 'approved' }],
    [stopUpdate, { kind: 'stopped' }],
    [endTurnUpdate, { kind: 'turn-ended' }],
    [undoTurnUpdate, { kind: 'turn-undone' }],
  ] as const;
  for (const [update, event] of plain) {
    setHandler(update, () => begun().steer(event), { validator: () => open().check(event) });
  }
  const of = <Given>(
    update: ReturnType<typeof defineUpdate<void, [Given]>>,
    eventOf: (given: Given) => PersonEvent,
  ): void => {
    setHandler(update, (given: Given) => begun().steer(eventOf(given)), {
      validator: (given: Given) => open().check(eventOf(given)),
    });
  };
  of(retryFromUpdate, (round: string) => ({ kind: 'retried-from', round }));
  of(chooseModelUpdate, (model: string) => ({ kind: 'model-chosen', model }));
  of(giveMessageUpdate, ({ text, files }: GivenMessage) => ({
    kind: 'message-given',
    text,
    files: [...files],
  }));
  setHandler(runBlockUpdate, (program: string) => begun().runOwnBlock(program, ports), {
    validator: (program: string) => {
      if (program === '') refuse('there is no block');
      open().checkOwnBlock();
    },
  });

  setHandler(pauseUpdate, (reason: string) => gate.pause(reason), {
    validator: (reason: string) => {
      open();
      if (reason.trim() === '') refuse('a pause needs a reason');
    },
  });
  setHandler(resumeUpdate, () => gate.resume(), {
    validator: () => {
      // A dialogue that was ended while it was paused still waits to be graded.
      if (gate.paused === null) open();
    },
  });
  setHandler(pauseSignal, (reason: string) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());
}
