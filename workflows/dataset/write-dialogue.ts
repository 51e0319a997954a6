import { proxyActivities, sleep } from '@temporalio/workflow';

import { nextStep } from '../../core/code-feedback/next-step';
import { datasetItem } from '../../core/kinds/dataset/outcome';
import type { DatasetOutcome, RowStep } from '../../core/kinds/dataset/schema';
import type { DatasetPorts } from '../../core/ports/dataset';
import type { AttemptSummary } from '../../core/ports/work';
import { assertNever } from '../../core/values/assert-never';
import { blockOptions, modelOptions, recordOptions } from '../work/activity-options';
import type { ItemInput } from '../work/item-input';
import { pausableItem } from '../work/pausable-item';

/** One row of a data set: ratings, then the turns of its method, then the gates (OpenCodeInterpreter, section 2). */
export async function writeDialogue(input: ItemInput): Promise<AttemptSummary> {
  const { attempt, position, setting } = input;
  const { askSpeaker, awaitBatches } = proxyActivities<DatasetPorts>(modelOptions(setting));
  const { runCode, testCode } = proxyActivities<DatasetPorts>(blockOptions(setting));
  const { beginRow, finishRow } = proxyActivities<DatasetPorts>(recordOptions(setting));
  const done: RowStep[] = [];
  const item = {
    phase: () => datasetItem.phase,
    outcome: (): DatasetOutcome => ({ ...datasetItem.noOutcome, steps: done }),
  };
  return pausableItem(input, item, async (gate) => {
    const { plan, finished } = await gate.call(() => beginRow({ attempt, position }));
    if (finished !== null) return finished;
    while (plan.batched) {
      const waitMs = await gate.call(() => awaitBatches({ attempt, position }));
      if (waitMs === null) break;
      await sleep(waitMs);
    }
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
          return gate.call(() => finishRow({ ...soFar, end: step.end }));
        default:
          assertNever(step);
      }
    }
  });
}
