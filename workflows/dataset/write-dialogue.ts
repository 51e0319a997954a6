import {
  allHandlersFinished,
  condition,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow';

import { nextStep } from '../../core/code-feedback/next-step';
import { datasetItem } from '../../core/kinds/dataset/outcome';
import type { DatasetOutcome, RowStep } from '../../core/kinds/dataset/schema';
import type { DatasetPorts } from '../../core/ports/dataset';
import type { AttemptSummary } from '../../core/ports/work';
import { assertNever } from '../../core/values/assert-never';
import { blockOptions, modelOptions, recordOptions } from '../work/activity-options';
import { endUngraded } from '../work/end-ungraded';
import type { ItemInput } from '../work/item-input';
import { listenToPause } from '../work/listen-to-pause';
import { PauseGate } from '../work/pause-gate';
import { refuse } from '../work/refuse';
import { workActivities } from '../work/work-activities';

/** One row of a data set: ratings, then the turns of its method, then the gates (OpenCodeInterpreter, section 2). */
export async function writeDialogue(input: ItemInput): Promise<AttemptSummary> {
  const { attempt, position, setting } = input;
  const { askSpeaker } = proxyActivities<DatasetPorts>(modelOptions(setting));
  const { runCode, testCode } = proxyActivities<DatasetPorts>(blockOptions(setting));
  const { beginRow, finishRow } = proxyActivities<DatasetPorts>(recordOptions(setting));
  const done: RowStep[] = [];
  let ended = false;
  const gate = new PauseGate({
    run: setting.run,
    paused: input.paused,
    retryForMs: setting.timing.retryForMs,
    onChange: (reason) => {
      upsertSearchAttributes({ EspalierPhase: [reason === null ? datasetItem.phase : 'paused'] });
      return Promise.resolve();
    },
  });
  listenToPause(gate, () => {
    if (ended) refuse('the work on this item has ended');
  });
  const finish = async (work: () => Promise<AttemptSummary>): Promise<AttemptSummary> => {
    const summary = await gate.call(work);
    ended = true;
    await condition(allHandlersFinished);
    return summary;
  };
  try {
    const { plan, finished } = await gate.call(() => beginRow({ attempt, position }));
    if (finished !== null) return await finish(() => Promise.resolve(finished));
    for (;;) {
      const soFar = { attempt, position, done };
      const step = nextStep(plan, done);
      switch (step.kind) {
        case 'ask':
          done.push(await gate.call(() => askSpeaker({ ...soFar, speaker: step.speaker })));
          break;
        case 'run':
          done.push(await gate.call(() => runCode({ ...soFar, program: step.program })));
          break;
        case 'test': {
          const { program, of } = step;
          done.push(await gate.call(() => testCode({ ...soFar, program, of })));
          break;
        }
        case 'end':
          return await finish(() => finishRow({ ...soFar, end: step.end }));
        default:
          assertNever(step);
      }
    }
  } catch (error) {
    ended = true;
    const ports = workActivities(setting);
    const outcome = (): DatasetOutcome => ({ ...datasetItem.noOutcome, steps: done });
    return endUngraded(input, { gate, ports, error, outcome });
  }
}
