import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expectedOutcome } from '../../../workers/suites/run-trial';
import { readSuites } from '../../../workers/suites/read-suites';

const suites = readSuites('all');

test('every criterion that has a suite has its own', () => {
  const criteria = suites.map(({ manifest }) => manifest.criterion).sort();
  expect(criteria).toEqual(
    ['A10', 'A11', 'A13', 'A14', 'A15', 'A2', 'A3', 'A5', 'A6', 'A7', 'A9'].sort(),
  );
});

test.each(suites)('what the trials of $name need is there', ({ folder, manifest, trials }) => {
  const named = trials.flatMap(({ function: id, harness, candidate = 'gold' }) => [
    join(manifest.source, id.split('::')[0] ?? ''),
    ...(harness === undefined ? [] : [harness]),
    ...(candidate.endsWith('.py') ? [candidate] : []),
  ]);
  expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  expect(new Set(trials.map(({ name }) => name)).size).toBe(trials.length);
});

test('the eight ways to say nothing have eight reasons', () => {
  const [vacuous] = readSuites('vacuous');
  const reasons = (vacuous?.trials ?? [])
    .map((trial) => expectedOutcome(trial).words)
    .filter((reason) => reason !== 'low_coverage');
  expect(new Set(reasons).size).toBe(8);
});

test('at least a dozen candidates cheat, and none of them may pass', () => {
  const [cheats] = readSuites('cheats');
  const all = (cheats?.trials ?? []).filter(({ name }) => name !== 'gold');
  expect(all.length).toBeGreaterThanOrEqual(12);
  expect(all.some((trial) => expectedOutcome(trial).holds('passed'))).toBe(false);
});

test('what the machinery could not do is no verdict on a candidate, and holds for none', () => {
  const trials = readSuites('all').flatMap((suite) => suite.trials);
  const any = trials.find(
    ({ expect }) => expect.kind === 'verdict' && expect.verdicts.length === 0,
  );
  if (any === undefined) throw new RangeError('no trial of any verdict');
  const { holds } = expectedOutcome(any);
  const machinery = ['no text', 'no definition f', 'nothing', 'import_error', 'timeout', 'killed'];
  expect(machinery.filter(holds)).toEqual([]);
  expect(['failed', 'raised', 'timed-out', 'exited-early'].filter(holds)).toHaveLength(4);
});

test('a suite that there is not is answered with those that there are', () => {
  expect(() => readSuites('nothing')).toThrow('there is no suite "nothing"');
});
