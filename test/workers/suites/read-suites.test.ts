import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isExpected } from '../../../workers/suites/run-probe';
import { readSuites } from '../../../workers/suites/read-suites';

const suites = readSuites('all');

test('every criterion that has a suite has its own', () => {
  const criteria = suites.map(({ criterion }) => criterion).sort();
  expect(criteria).toEqual(
    ['A10', 'A11', 'A13', 'A14', 'A15', 'A2', 'A3', 'A5', 'A6', 'A7', 'A9'].sort(),
  );
});

test.each(suites)('what the probes of $name need is there', ({ source, probes }) => {
  const files = probes.map((probe) => probe.function.split('::')[0] ?? '');
  expect(files.filter((file) => !source.has(file))).toEqual([]);
  expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length);
});

test('the eight ways to say nothing have eight reasons', () => {
  const [vacuous] = readSuites('vacuous');
  const reasons = (vacuous?.probes ?? [])
    .map(({ expected }) => expected)
    .filter((reason) => reason !== 'low_coverage');
  expect(new Set(reasons).size).toBe(8);
});

test('at least a dozen candidates cheat, and none of them may pass', () => {
  const [cheats] = readSuites('cheats');
  const all = (cheats?.probes ?? []).filter(({ name }) => name !== 'gold');
  expect(all.length).toBeGreaterThanOrEqual(12);
  expect(all.some((probe) => isExpected(probe, 'passed'))).toBe(false);
});

test('what the machinery could not do is no verdict on a candidate, and holds for none', () => {
  const probes = readSuites('all').flatMap((suite) => suite.probes);
  const any = probes.find(({ expected }) => expected === 'not passed');
  if (any === undefined) throw new RangeError('no probe of any verdict');
  const holds = (outcome: string): boolean => isExpected(any, outcome);
  const machinery = ['no text', 'no definition f', 'nothing', 'import_error', 'timeout', 'killed'];
  expect(machinery.filter(holds)).toEqual([]);
  expect(['failed', 'raised', 'timed-out', 'exited-early'].filter(holds)).toHaveLength(4);
});

test('a suite that there is not is answered with those that there are', () => {
  expect(() => readSuites('nothing')).toThrow('there is no suite "nothing"');
  expect(() => readSuites('vac')).toThrow('there is no suite "vac"');
});

describe('the file of a suite', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-suite-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function probesOf(lines: readonly string[]): ReturnType<typeof readSuites>[number]['probes'] {
    const top = ['"""About."""', '# criterion: A0', ''];
    writeFileSync(join(folder, 'own.py'), [...top, ...lines, ''].join('\n'));
    return readSuites('own', folder).flatMap(({ probes }) => probes);
  }

  it('has a probe for each of several candidates, of which the definition itself passes', () => {
    const lines = ['# %% probe f', '# function: a.py::f#1', '# candidates: gold, lazy', 'text'];
    const probes = probesOf([...lines, '', '# %% candidate lazy', 'def f(): pass']);
    expect(probes.map(({ name, expected }) => [name, expected])).toEqual([
      ['f: gold', 'passed'],
      ['f: lazy', 'not passed'],
    ]);
    expect(probes.map(({ cases }) => cases)).toEqual(['text\n', 'text\n']);
    expect(probes[1]?.candidate).toBe('def f(): pass\n');
  });

  it.each([
    ['a candidate that is not there', '# candidates: glod', 'no candidate glod'],
    ['a line above the cases that means nothing', '# expects: valid', 'expects'],
  ])('is refused for %s', (_what, line, message) => {
    const lines = ['# %% probe f', '# function: a.py::f#1', line];
    expect(() => probesOf(lines)).toThrow(message);
  });

  it('is refused for a part of no known kind', () => {
    expect(() => probesOf(['# %% trail f'])).toThrow('probe');
  });
});
