import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Worker } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

import type { RecordedHistory } from './support/history-shapes';
import { quietRuntime } from './support/quiet-runtime';
import { recordedValues } from './support/recorded-values';
import { tellingBundle } from './support/test-engine';
import type { ToldValue } from './support/told-values';

const folder = join(__dirname, '..', 'histories');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

function historyIn(file: string): RecordedHistory {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedHistory;
}

function workflowIdOf({ events }: RecordedHistory): string {
  const facts = events[0]?.['workflowExecutionStartedEventAttributes'];
  return (facts as { readonly workflowId: string }).workflowId;
}

/** What is given away otherwise than when it was recorded, on purpose. */
const changedSince: Readonly<Record<string, string>> = {
  // No more problems are recalled than programs may be generated.
  'solve-planned.json': 'activity recallProblems',
};

/**
 * The values that were told to the same ones, in the order of the recorded ones. A child that was started and given up in one
 * task of the workflow is told, and is in no history.
 */
function alike(told: readonly ToldValue[], recorded: readonly ToldValue[]): readonly ToldValue[] {
  const left = [...told];
  return recorded.map(({ to }) => {
    const at = left.findIndex((one) => one.to === to);
    const [found = { to: 'nobody', value: null }] = at === -1 ? [] : left.splice(at, 1);
    return found;
  });
}

/** The engine compares commands. It does not compare what they carry. */
describe('the values that workflows give to activities, timers, children, callers and their next history', () => {
  let bundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    quietRuntime();
    bundle = await tellingBundle();
  });

  async function toldIn(history: RecordedHistory, code = bundle.code): Promise<ToldValue[]> {
    const told: ToldValue[] = [];
    const take = (_: unknown, to: string, value: unknown): void => {
      told.push(JSON.parse(JSON.stringify({ to, value })) as ToldValue);
    };
    await Worker.runReplayHistory(
      {
        workflowBundle: { ...bundle, code },
        interceptors: { workflowModules: [join(__dirname, 'support', 'told-values')] },
        sinks: { told: { take: { fn: take, callDuringReplay: true } } },
      },
      history,
      workflowIdOf(history),
    );
    return told;
  }

  it.each(files)('are those of the recorded history: %s', async (file) => {
    const history = historyIn(file);
    const told = await toldIn(history);
    const recorded = recordedValues(history).filter(({ to }) => to !== changedSince[file]);
    // A member that was added since is told too.
    expect(alike(told, recorded)).toMatchObject(recorded);
  });

  it.each([
    ['round-told', 'made.tokens + given.tokens', 'made.tokens'],
    ['solve-continued-first', 'paused: gate.paused', "paused: 'paused'"],
    ['refine-expired', 'Math.ceil(forMs) + 1', 'Math.ceil(forMs)'],
    ['solve-accepted', 'heartbeatTimeout: timing.heartbeatMs', 'heartbeatTimeout: 1'],
  ])('differ from those of %s when a workflow has %s wrong', async (name, right, wrong) => {
    const history = historyIn(`${name}.json`);
    expect(bundle.code).toContain(right);
    const told = await toldIn(history, bundle.code.replaceAll(right, wrong));
    const recorded = recordedValues(history);
    expect(alike(told, recorded)).not.toMatchObject(recorded);
  });
});
