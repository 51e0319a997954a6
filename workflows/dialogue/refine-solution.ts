import {
  allHandlersFinished,
  condition,
  continueAsNew,
  executeChild,
  isCancellation,
  rootCause,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';

import { assertNever } from '../../core/values/assert-never';
import type { DialogueStart } from '../../core/ports/dialogue';
import type { PlannedRound } from '../../core/refinement/planned-round';
import type { AttemptSummary } from '../../core/ports/work';
import type { DialogueState } from '../../core/refinement/dialogue-state';
import { isBusy, nextStep } from '../../core/refinement/next-step';
import { slimChat } from '../../core/refinement/slim-chat';
import { noDialogue } from '../../core/kinds/dialogue/outcome';
import type { DialogueOutcome } from '../../core/kinds/dialogue/schema';
import type { Round } from '../../core/schemas/dialogue';
import { searchAttributes } from '../../core/durable/search-attributes';
import { nodeWorkflowId } from '../../core/durable/workflow-ids';
import { endUngraded } from '../work/end-ungraded';
import { forwardPause } from '../work/forward-pause';
import type { ItemInput } from '../work/item-input';
import { mustContinueAsNew } from '../work/must-continue-as-new';
import { PauseGate } from '../work/pause-gate';
import { untilFree } from '../work/until-free';
import { dialogueActivities } from './dialogue-activities';
import type { DialogueActivities } from './dialogue-activities';
import { listenToPeople } from './listen-to-people';
import type { Listening } from './listen-to-people';
import { LiveDialogue } from './live-dialogue';
import { refinementRound } from './refinement-round';
import { waitForPerson } from './wait-for-person';

export interface RefineSolutionInput extends ItemInput {
  /** This is a chat. A chat has no run that could be told of a pause. */
  readonly alone?: boolean;
  /** Set by continue-as-new. */
  readonly carried?: DialogueState;
}

/** One dialogue. It makes rounds until the plan or a person ends it. Then it is graded. */
export async function refineSolution(input: RefineSolutionInput): Promise<AttemptSummary> {
  const { attempt, position, setting } = input;
  const ports = dialogueActivities(setting);
  const listening: Listening = { dialogue: null, over: false };
  let making: string | null = null;
  const gate = new PauseGate({
    run: input.alone === true ? null : setting.run,
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
    onChange: async (reason) => {
      const phase = listening.dialogue?.closed === true ? 'grading' : 'refining';
      upsertSearchAttributes({ EspalierPhase: [reason === null ? phase : 'paused'] });
      const child = making;
      const stillDue = (): boolean => making === child && gate.paused === reason;
      if (child !== null) await forwardPause(child, reason, stillDue);
    },
  });
  listenToPeople(gate, ports, listening);

  try {
    const begun = await begin(input, { gate, ports });
    if ('finished' in begun) {
      listening.over = true;
      await condition(allHandlersFinished);
      return begun.finished;
    }
    // The person of a chat is present, so an error that would pause a run is shown to the person.
    const write = <T>(start: () => Promise<T>): Promise<T> =>
      input.alone === true ? start() : gate.callNow(start);
    const live = new LiveDialogue(attempt, ports, begun.state, write);
    listening.dialogue = live;

    for (;;) {
      await gate.open();
      const step = nextStep(live.state);
      if (step.kind === 'finish') break;
      switch (step.kind) {
        case 'make-round': {
          making = nodeWorkflowId(workflowInfo().workflowId, step.round.id);
          const work = (): Promise<Round> => makeRound(input, live.state, step.round, gate);
          try {
            await live.makeRound(step.round, work);
          } catch (error) {
            if (input.alone !== true || !isFailureOfTurn(error)) throw error;
            const cause = rootCause(error) ?? error.message;
            await live.record({ kind: 'turn-ended', cause }, () => isBusy(live.state));
          } finally {
            making = null;
          }
          break;
        }
        case 'wait-for-person':
          await waitForPerson(attempt, step, { dialogue: live, gate, ports });
          break;
        default:
          assertNever(step);
      }
      // Feedback that waits for a round would never be taken in the next history.
      if (mustContinueAsNew(setting) && !live.hasWaitingWords) {
        await condition(allHandlersFinished);
        const carried = slimChat(live.state);
        await continueAsNew<typeof refineSolution>({ ...input, paused: gate.paused, carried });
      }
    }

    const outcome = live.end();
    await condition(allHandlersFinished);
    upsertSearchAttributes({ EspalierPhase: ['grading'] });
    return await gate.call(() => ports.grading.finishDialogue({ attempt, outcome }));
  } catch (error) {
    // The workflow of a chat ends here. The chat continues from the store when the person returns.
    if (input.alone === true) throw error;
    listening.over = true;
    const outcome = (): DialogueOutcome => listening.dialogue?.end() ?? noDialogue;
    return await endUngraded({ ...input, position }, { gate, ports: ports.work, error, outcome });
  }
}

/** Whether this error ends the turn of a chat but not the chat. The person is present and can react. */
function isFailureOfTurn(error: unknown): error is TemporalFailure {
  return error instanceof TemporalFailure && !isCancellation(error);
}

/** Where the dialogue continues: from the previous history, or from everything in the store. */
async function begin(
  { attempt, position, carried }: RefineSolutionInput,
  { gate, ports }: { readonly gate: PauseGate; readonly ports: DialogueActivities },
): Promise<{ readonly state: DialogueState } | { readonly finished: AttemptSummary }> {
  if (carried !== undefined) return { state: carried };
  const start: DialogueStart = await gate.call(() =>
    ports.grading.beginDialogue({ attempt, position }),
  );
  if (start.finished !== null) return { finished: start.finished };
  return { state: start.state };
}

function makeRound(
  { setting, attempt }: RefineSolutionInput,
  { rules }: DialogueState,
  round: PlannedRound,
  gate: PauseGate,
): Promise<Round> {
  return untilFree(() =>
    executeChild(refinementRound, {
      workflowId: nodeWorkflowId(workflowInfo().workflowId, round.id),
      taskQueue: setting.queues.workflows,
      args: [{ setting, attempt, rules, round, paused: gate.paused }],
      staticSummary: `round ${String(round.number)}`,
      searchAttributes: searchAttributes(setting, 'refining'),
    }),
  );
}
