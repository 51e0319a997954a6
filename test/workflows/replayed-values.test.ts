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

/** Values that are other ones now, by the beginning of the names of the histories. */
const changedSince: Readonly<Record<string, string>> = {
  // No more problems are recalled than programs may be generated.
  'solve-planned': 'activity recallProblems',
  // An index that is asked in vain is asked 60 times.
  build: 'options of takeIn',
};

function isAsRecorded(file: string, to: string): boolean {
  return !Object.entries(changedSince).some(
    ([beginning, changed]) => file.startsWith(beginning) && to === changed,
  );
}

/** Members that are given away since then, too. */
const addedSince = new Set([
  'tokensLeft',
  'parentReview',
  'told',
  'failed',
  'outlives',
  'place',
  'inFlight',
  'result',
]);

/** A child that is started and given up in one task of a workflow is in no history. */
const givenUp: Readonly<Record<string, readonly string[]>> = {
  'solve-parallel.json': ['child expandNode'],
};

interface Matched {
  /** For each recorded value the one that its receiver got in its turn, without the members that were added since. */
  readonly matched: readonly ToldValue[];
  /** Who got a value that is not recorded. */
  readonly beyond: readonly string[];
}

function matchedTo(recorded: readonly ToldValue[], told: readonly ToldValue[]): Matched {
  const left = [...told];
  const matched = recorded.map(({ to, value }) => {
    const at = left.findIndex((one) => one.to === to);
    const [found = { to: 'nobody', value: null }] = at === -1 ? [] : left.splice(at, 1);
    return { to: found.to, value: withoutAdditions(found.value, value) };
  });
  return { matched, beyond: left.map(({ to }) => to) };
}

function withoutAdditions(told: unknown, recorded: unknown): unknown {
  if (Array.isArray(told) && Array.isArray(recorded)) {
    return told.map((one, index) => withoutAdditions(one, recorded[index]));
  }
  if (!isObject(told) || !isObject(recorded)) return told;
  const members = Object.entries(told).filter(
    ([name]) => name in recorded || !addedSince.has(name),
  );
  return Object.fromEntries(
    members.map(([name, value]) => [name, withoutAdditions(value, recorded[name])]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
      told.push(JSON.parse(JSON.stringify({ to, value: value ?? null })) as ToldValue);
    };
    await Worker.runReplayHistory(
      {
        workflowBundle: { ...bundle, code },
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
    const same = ({ to }: ToldValue): boolean => isAsRecorded(file, to);
    const recorded = recordedValues(history).filter(same);
    const { matched, beyond } = matchedTo(recorded, told.filter(same));
    expect(matched).toEqual(recorded);
    expect(beyond).toEqual(givenUp[file] ?? []);
  });

  it.each([
    ['round-told', 'made.tokens + given.tokens', 'made.tokens'],
    ['solve-continued-first', 'paused: gate.paused', "paused: 'paused'"],
    ['refine-expired', 'Math.ceil(forMs) + 1', 'Math.ceil(forMs)'],
    ['refine-passed', "'grading'", "'refining'"],
    ['solve-accepted', 'heartbeatTimeout: timing.heartbeatMs', 'heartbeatTimeout: 1'],
  ])('differ from those of %s when a workflow has %s wrong', async (name, right, wrong) => {
    const history = historyIn(`${name}.json`);
    expect(bundle.code).toContain(right);
    const told = await toldIn(history, bundle.code.replaceAll(right, wrong));
    const recorded = recordedValues(history);
    expect(matchedTo(recorded, told).matched).not.toEqual(recorded);
  });
});
