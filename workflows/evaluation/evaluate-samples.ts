import { allHandlersFinished, condition, upsertSearchAttributes } from '@temporalio/workflow';

import { noEvaluation } from '../../core/kinds/evaluation/row';
import type { AttemptSummary } from '../../core/ports/work';
import { endUngraded } from '../work/end-ungraded';
import type { ItemInput } from '../work/item-input';
import { listenToPause } from '../work/listen-to-pause';
import { PauseGate } from '../work/pause-gate';
import { refuse } from '../work/refuse';
import { workActivities } from '../work/work-activities';
import { evaluationActivities } from './evaluation-activities';

/**
 * Grades a page of samples in one activity. Each sample is recorded as soon as it is graded, so a retry continues after the
 * last recorded one.
 */
export async function evaluateSamples(input: ItemInput): Promise<AttemptSummary> {
  const { attempt, position, setting } = input;
  const ports = evaluationActivities(setting);
  let ended = false;
  const gate = new PauseGate({
    run: setting.run,
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
    onChange: (reason) => {
      upsertSearchAttributes({ EspalierPhase: [reason === null ? 'grading' : 'paused'] });
      return Promise.resolve();
    },
  });
  listenToPause(gate, () => {
    if (ended) refuse('the samples have been graded');
  });
  try {
    const summary = await gate.call(() => ports.gradeSamples({ attempt, position }));
    ended = true;
    await condition(allHandlersFinished);
    return summary;
  } catch (error) {
    ended = true;
    const work = workActivities(setting);
    return await endUngraded(input, { gate, ports: work, error, outcome: () => noEvaluation });
  }
}
