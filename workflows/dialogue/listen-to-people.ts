import { condition, setHandler } from '@temporalio/workflow';
import type { defineUpdate } from '@temporalio/workflow';

import type { PersonEvent } from '../../core/refinement/steering';
import type { Feedback } from '../../core/schemas/dialogue';
import { listenToPause } from '../work/listen-to-pause';
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

/** Maximum length of a person's feedback, in characters. */
const longestWords = 20_000;

const personsWords: Omit<Feedback, 'text'> = { source: 'person', refused: [], neutral: false };

export interface Listening {
  /** null before the dialogue has begun. */
  dialogue: LiveDialogue | null;
  /** The dialogue was already finished or could not begin. */
  over: boolean;
}

export function listenToPeople(
  gate: PauseGate,
  ports: DialogueActivities,
  listening: Listening,
): void {
  const dialogue = (): LiveDialogue | null => listening.dialogue;
  /** Updates that arrive before the dialogue has begun wait for the beginning. */
  const begun = async (): Promise<LiveDialogue> => {
    await condition(() => dialogue() !== null || listening.over);
    return dialogue() ?? refuse('the dialogue has ended', 'ended');
  };
  const check = (event: PersonEvent): void => dialogue()?.check(event);

  setHandler(transcriptQuery, () => {
    const live = dialogue() ?? refuse('the dialogue has not begun; try again');
    return { state: live.state, paused: gate.paused, inFlight: live.inFlight?.id ?? null };
  });

  setHandler(
    giveFeedbackUpdate,
    async ({ text, round }: GivenWords) => {
      const words = await ports.work.storeText({ text });
      const feedback: Feedback = { ...personsWords, text: words };
      await (await begun()).hear(feedback, round ?? null);
    },
    {
      validator: ({ text, round }: GivenWords) => {
        if (text.trim() === '') refuse('the feedback is empty');
        if (text.length > longestWords) {
          refuse(`the feedback is longer than ${String(longestWords)} characters`);
        }
        const current = dialogue();
        if (current === null) return;
        const waits = current.inFlight !== null && round === undefined;
        if (waits && current.state.rules.of === 'problem') return;
        const feedback: Feedback = { ...personsWords, text: { sha256: '', excerpt: '' } };
        const about = round ?? current.newest;
        current.check({ kind: 'feedback-given', round: about, feedback, calls: [] });
      },
    },
  );
  const plain = [
    [approveUpdate, { kind: 'approved' }],
    [stopUpdate, { kind: 'stopped' }],
  ] as const;
  for (const [update, event] of plain) {
    setHandler(update, async () => (await begun()).steer(event), { validator: () => check(event) });
  }
  setHandler(
    endTurnUpdate,
    async () => {
      const live = await begun();
      if (!live.endOwnBlock()) await live.steer({ kind: 'turn-ended' });
    },
    {
      validator: () => {
        if (dialogue()?.runsOwnBlock !== true) check({ kind: 'turn-ended' });
      },
    },
  );
  const of = <Given>(
    update: ReturnType<typeof defineUpdate<void, [Given]>>,
    eventOf: (given: Given) => PersonEvent,
  ): void => {
    setHandler(update, async (given: Given) => (await begun()).steer(eventOf(given)), {
      validator: (given: Given) => check(eventOf(given)),
    });
  };
  const seen = (turns: number): void => {
    const now = dialogue()?.state.turns.length ?? turns;
    if (now !== turns)
      refuse('something was said meanwhile; look, and take back what you mean', 'busy');
  };
  setHandler(
    undoTurnUpdate,
    async (turns: number) => {
      const live = await begun();
      seen(turns);
      await live.steer({ kind: 'turn-undone' });
    },
    {
      validator: (turns: number) => {
        seen(turns);
        check({ kind: 'turn-undone' });
      },
    },
  );
  of(retryFromUpdate, (round: string) => ({ kind: 'retried-from', round }));
  of(chooseModelUpdate, (model: string) => ({ kind: 'model-chosen', model }));
  of(giveMessageUpdate, ({ text, files }: GivenMessage) => ({
    kind: 'message-given',
    text,
    files: [...files],
  }));
  setHandler(runBlockUpdate, async (program: string) => (await begun()).runOwnBlock(program), {
    validator: (program: string) => {
      if (program === '') refuse('there is no block');
      dialogue()?.checkOwnBlock();
    },
  });

  listenToPause(gate, () => {
    if (dialogue()?.closed === true) refuse('the dialogue has ended', 'ended');
  });
}
