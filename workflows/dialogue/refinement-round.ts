import { setHandler } from '@temporalio/workflow';

import type { PlannedRound } from '../../core/refinement/planned-round';
import type { DialogueRules } from '../../core/refinement/dialogue-rules';
import type { AttemptKey } from '../../core/ports/records';
import { saysItself, settles } from '../../core/refinement/round-feedback';
import type { Execution, Feedback, Round } from '../../core/schemas/dialogue';
import { pauseSignal, resumeSignal } from '../work/messages';
import { PauseGate } from '../work/pause-gate';
import type { RunSetting } from '../work/run-setting';
import { dialogueActivities } from './dialogue-activities';

export interface RefinementRoundInput {
  readonly setting: RunSetting;
  readonly attempt: AttemptKey;
  readonly rules: DialogueRules;
  readonly round: PlannedRound;
  /** The run was paused when this started. */
  readonly paused: string | null;
}

/** Makes one round (OpenCodeInterpreter, §4): a reply, the result of running its code, and the feedback for the model. */
export async function refinementRound(input: RefinementRoundInput): Promise<Round> {
  const { setting, attempt, rules, round } = input;
  const ports = dialogueActivities(setting);
  const gate = new PauseGate({
    run: ownerOf(rules, setting),
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
  });
  setHandler(pauseSignal, (reason) => gate.pause(reason));
  setHandler(resumeSignal, () => gate.resume());

  // An error that pauses a run ends the turn of a chat, because the person of the chat is present and is told.
  const call = <T>(start: () => Promise<T>): Promise<T> =>
    rules.of === 'chat' ? start() : gate.call(start);
  const { repeats, ...said } = await call(() =>
    ports.model.generateReply.executeWithOptions({ summary: `reply ${round.id}` }, [
      { attempt, round },
    ]),
  );
  const { id, ordinal, parent, number } = round;
  const made = { id, ordinal, parent, number, ...said };
  const { program } = said;
  if (program === null || repeats || !round.runsCode) {
    return { ...made, execution: null, feedback: null };
  }

  const execution: Execution = await call(() =>
    ports.execution.executeProgram.executeWithOptions({ summary: `execute ${round.id}` }, [
      { attempt, round, program },
    ]),
  );
  const itself = saysItself(rules, execution);
  if (endsHere(round, made.tokens) || settles(execution) || itself !== null) {
    return { ...made, execution, feedback: endsHere(round, made.tokens) ? null : itself };
  }
  const source = rules.of === 'problem' ? rules.feedback : 'execution';
  if (source !== 'human' && source !== 'oracle') return { ...made, execution, feedback: null };

  const given = await call(() =>
    ports.model.giveFeedback.executeWithOptions({ summary: `feedback ${round.id}` }, [
      { attempt, round, program, execution, source },
    ]),
  );
  const feedback: Feedback = given.feedback;
  const tokens = made.tokens + given.tokens;
  return { ...made, execution, feedback, tokens, calls: [...made.calls, ...given.calls] };
}

/** The last round needs no feedback. */
function endsHere({ last, tokensLeft }: PlannedRound, used: number): boolean {
  return last || (tokensLeft !== null && used >= tokensLeft);
}

/** Whether the run is paused. A chat has no run. */
function ownerOf(rules: DialogueRules, { run }: RunSetting): string | null {
  return rules.of === 'chat' ? null : run;
}
