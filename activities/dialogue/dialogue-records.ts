import type { DialoguePorts } from '../../core/ports/dialogue';
import type { AttemptSummary } from '../../core/ports/work';
import { DialogueMovedError } from '../../store';
import { slimChat } from '../../core/refinement/slim-chat';
import { isChatId } from '../../core/refinement/chat-id';
import { liveName } from '../../core/refinement/live-name';
import { waitingWords } from '../../core/refinement/waiting-words';
import type { ActivityDependencies } from '../dependencies';
import { gradeAttempt } from '../grading/grade-attempt';
import type { ProblemLevels } from '../grading/problem-levels';
import type { AttemptContexts } from '../work/attempt-contexts';
import { beginAttempt } from '../grading/begin-attempt';
import type { BeginInput } from '../grading/begin-attempt';
import { durable } from '../work/durable';
import type { ChatDialogue, DialogueContexts, ProblemDialogue } from './dialogue-contexts';

export interface RecordParts {
  readonly dependencies: ActivityDependencies;
  readonly contexts: AttemptContexts;
  readonly dialogues: DialogueContexts;
  readonly levels: ProblemLevels;
}

export function createDialogueRecords({
  dependencies,
  contexts,
  dialogues,
  levels,
}: RecordParts): Pick<
  DialoguePorts,
  'beginDialogue' | 'recordEvent' | 'remindPerson' | 'finishDialogue'
> {
  const { store } = dependencies;

  function beginDialogue(
    dialogue: ProblemDialogue | ChatDialogue,
    begin: BeginInput,
  ): Promise<AttemptSummary | null> | null {
    // A chat has no problem to grade. It continues whenever a person returns.
    return dialogue.of === 'chat' ? null : beginAttempt({ store, contexts, levels }, begin);
  }

  return {
    beginDialogue: ({ attempt, position }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.of(attempt);
        const finished = await beginDialogue(dialogue, { attempt, position, context });
        return { state: slimChat(await dialogues.state(attempt, dialogue)), finished };
      }),

    recordEvent: ({ attempt, place, event }) =>
      durable(store, attempt, async () => {
        try {
          await store.dialogues.addEvent(attempt, place, event);
        } catch (error) {
          if (!(error instanceof DialogueMovedError)) throw error;
          return store.dialogues.events(attempt, place);
        }
        // Watchers get everything from the event.
        const told = event.kind === 'block-run' ? event.id : null;
        const made = event.kind === 'round-made' ? event.round.id : told;
        if (made !== null) {
          await store.dialogues.forgetLive(attempt, liveName(made, { events: place }));
        }
        // After any event, the attempt no longer waits for a person.
        if (event.kind !== 'round-made' && !isChatId(attempt.run)) {
          await store.runs.setWaiting(attempt, null);
        }
        return null;
      }),

    remindPerson: ({ attempt, patience }) =>
      // No attempt is named here: an activity that is retried clears the note that its attempt waits.
      durable(store, null, async () => {
        const dialogue = await dialogues.of(attempt);
        const state = await dialogues.state(attempt, dialogue);
        const sinceMs = await store.dialogues.newestEventAtMs(attempt);
        const waitedMs = sinceMs === null ? 0 : Math.max(0, Date.now() - sinceMs);
        const nth = 1 + Math.floor(waitedMs / patience.remindEveryMs);
        await store.runs.setWaiting(attempt, waitingWords(state, attempt, nth));
        // An event that came meanwhile cleared the note before the note was set here.
        const now = await dialogues.state(attempt, dialogue);
        if (now.events > state.events) await store.runs.setWaiting(attempt, null);
        return waitedMs;
      }),

    finishDialogue: ({ attempt, outcome }) =>
      durable(store, attempt, async (context) => {
        const dialogue = await dialogues.of(attempt);
        if (dialogue.of === 'chat') {
          await store.dialogues.setChatStatus(dialogue.id, 'ended');
          return { status: 'completed', solved: false };
        }
        return gradeAttempt({ dependencies, contexts, levels }, { attempt, outcome, context });
      }),
  };
}
