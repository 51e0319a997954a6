import { nextStep } from '../../core/code-feedback/next-step';
import type { DatasetPorts } from '../../core/ports/dataset';
import type { ActivityDependencies } from '../dependencies';
import { InTurn } from '../in-turn';
import type { AttemptContexts } from '../work/attempt-contexts';
import { durable } from '../work/durable';
import { askSpeaker } from './ask-speaker';
import { RowBatches } from './batches/row-batches';
import { finishAtOnce } from './finish-at-once';
import { finishRow } from './finish-row';
import { RowContexts } from './row-contexts';
import { runRowCode, testRowCode } from './run-row-code';
import { testedProgram } from './tested-program';

/** Dialogues for training, made of source rows. */
export function createDatasetActivities(
  dependencies: ActivityDependencies,
  contexts: AttemptContexts,
): DatasetPorts {
  const { store } = dependencies;
  const rows = new RowContexts(store, contexts);
  const batches = new RowBatches(dependencies, rows);
  const turns = new InTurn();
  return {
    beginRow: ({ attempt, position }) =>
      durable(store, attempt, async () => {
        const { status, result } = await store.runs.beginAttempt(attempt, position);
        const plan = await rows.planOf(await rows.of(attempt, position));
        if (nextStep(plan, []).kind === 'end') {
          // All at a time would end at the same time, each after its time limit, and begin again.
          const parts = { store, rows };
          return { plan, finished: await turns.run(() => finishAtOnce(parts, attempt, position)) };
        }
        const isDone = status === 'completed' && result !== null;
        return { plan, finished: isDone ? { status, solved: result.solved } : null };
      }),

    awaitBatches: ({ attempt, position }) =>
      durable(store, attempt, () => batches.wait(attempt, position)),

    askSpeaker: ({ attempt, position, speaker, done }) =>
      durable(store, attempt, async (context) => {
        const row = await rows.of(attempt, position);
        return askSpeaker({ dependencies, rows }, context, { attempt, row, speaker, done });
      }),

    runCode: ({ attempt, position, program, done }) =>
      durable(store, attempt, async (context) => {
        const { seed } = (await rows.of(attempt, position)).config;
        return runRowCode(dependencies, context, { attempt, program, done, seed });
      }),

    testCode: ({ attempt, position, program, of, done }) =>
      durable(store, attempt, async (context) => {
        const { planned, config } = await rows.of(attempt, position);
        const tested = await testedProgram(store.blobs, planned, { program, of });
        const { seed } = config;
        return testRowCode(dependencies, context, { attempt, program, tested, done, seed });
      }),

    finishRow: ({ attempt, position, end, done }) =>
      durable(store, attempt, async () => {
        const row = await rows.of(attempt, position);
        return finishRow({ store, rows }, { attempt, row, done, end });
      }),
  };
}
