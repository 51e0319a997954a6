import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { DatasetProblem } from '../../../core/tasks/problem';
import type { Assurance, TestOutcome } from '../../../core/schemas/verdict';
import { casesCheckOf, checkOf } from '../../../core/tasks/check-of';
import { runCheck } from '../../../core/tasks/run-check';
import { hiddenCases, visibleCase } from '../../../core/tasks/shown-cases';
import { loadDataset } from '../../../datasets';
import { openSandbox } from '../../../sandbox';
import { describeWithSandbox } from '../../prerequisites';

const docstring = '"""\nThe text of x.\nassert f(1) == "1"\n"""\n';
const numbers = '12345678901234567890, 1.0, -0.0, NaN, 1e400, "\\ud800"';

/** Base: small numbers. Plus: those that only Python reads as they are. */
const rows = [
  { task_id: 'Mini/0', base: '[[1], ["a"]]', plus: `[${numbers.replace(/[^, ]+/g, '[$&]')}]` },
  { task_id: 'Mini/1', base: '[[1]]', plus: '{}' },
].map(
  ({ task_id, base, plus }) =>
    JSON.stringify({
      task_id,
      prompt: docstring,
      entry_point: 'f',
      canonical_solution: 'def f(x):\n    return repr(x)\n',
      atol: 0,
    }).slice(0, -1) + `, "base_input": ${base}, "plus_input": ${plus}}\n`,
);

describeWithSandbox('the check of a problem with two suites', () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-cases-'));
  let sandbox: Sandbox;
  let problems: readonly DatasetProblem[];
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'auto', stateLabel: `cases-${String(process.pid)}` });
    const path = join(folder, 'mini.jsonl');
    writeFileSync(path, rows.join(''));
    problems = (await loadDataset({ nameOrPath: path, cacheDir: folder })).rows;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await sandbox.close();
  });

  function row(index = 0): DatasetProblem {
    const found = problems[index];
    if (found === undefined) throw new RangeError('no such row');
    return found;
  }

  interface Asked {
    readonly on?: 'all' | 'base' | 'same' | 'visible';
    readonly index?: number;
    readonly assurance?: Assurance;
    readonly cpuSeconds?: number;
  }

  async function outcomesOf(program: string, asked: Asked = {}): Promise<readonly TestOutcome[]> {
    const { on = 'all', index, assurance = 'data', cpuSeconds = 5 } = asked;
    const { problem, hidden } = row(index);
    const terms = { limits: hiddenLimit({ cpuSeconds }), seed: 0, assurance };
    const check =
      on === 'base' || on === 'same'
        ? casesCheckOf({ problem, hidden }, { program, tests: on }, terms)
        : checkOf(problem, on === 'visible' ? on : hidden, program, terms);
    return (await runCheck(sandbox, check)).outcomes;
  }
  const kindsOf = async (...given: Parameters<typeof outcomesOf>) =>
    (await outcomesOf(...given)).map(({ kind }) => kind);
  const casesOf = async (program: string, asked: Asked = { on: 'same' }) =>
    hiddenCases(row().problem, { program, outcomes: await outcomesOf(program, asked) });

  it.each(['data', 'objects', 'shared'] as const)(
    'gives a program every number as it was published, at %s',
    async (assurance) => {
      expect(await kindsOf('f = repr', { assurance })).toEqual(['passed', 'passed']);
    },
  );

  it('says of each suite what it is, whatever the other says', async () => {
    const small = 'def f(x): return repr(x) if x in (1, "a") else ""';
    const large = 'def f(x): return "" if x in (1, "a") and x != 1.0 else repr(x)';
    expect(await kindsOf(small)).toEqual(['passed', 'failed']);
    expect(await kindsOf(large.replace(' and x != 1.0', ' and type(x) is not float'))).toEqual([
      'failed',
      'passed',
    ]);
    expect(await kindsOf('f = repr', { index: 1 })).toEqual(['passed']);
  });

  it('tells the case that each suite ended at, in the words of Python', async () => {
    expect(await casesOf('def f(x): return x')).toMatchObject({
      base: { kind: 'wrong-output', input: '[1]', expected: "'1'", actual: '1', error: null },
      plus: { kind: 'wrong-output', actual: '12345678901234567890' },
    });
    const program = 'def f(x): return repr(x) if x in (1, "a") else 5';
    expect(await casesOf(program)).toMatchObject({
      base: null,
      plus: {
        input: '[12345678901234567890]',
        expected: "'12345678901234567890'",
        actual: '5',
      },
    });
    expect(await casesOf(program, { on: 'base' })).toEqual({ base: null, plus: null });
  });

  it.each([
    ['def g(x): return x', { kind: 'missing-entry' }],
    ['def f(x):\n    return x / 0', { kind: 'exception', input: '[1]', expected: "'1'" }],
    ['def f(x):\n    assert x > 5, "x too small"', { kind: 'assertion', error: 'x too small' }],
    ['def f(x)\n    return 1', { kind: 'exception', input: null }],
    ['import os\ndef f(x): os._exit(0)', { kind: 'crash', input: null }],
    ['def f(x): return [0] * (1 << 40)', { kind: 'memory', input: null }],
  ])('tells what became of %j', async (program, told) => {
    expect((await casesOf(program)).base).toMatchObject(told);
  });

  it('tells of a program that was stopped nothing that depends on the machine', async () => {
    const told = await casesOf('def f(x):\n    while x: pass', { on: 'base', cpuSeconds: 0.5 });
    const none = { input: null, expected: null, actual: null, error: null };
    expect(told).toEqual({ base: { kind: 'timeout', ...none }, plus: null });
  });

  it('tells a visible test in the words of its text, and in its own where there is none', async () => {
    const visible = async (program: string) =>
      visibleCase(row().problem, {
        program,
        outcomes: await outcomesOf(program, { on: 'visible' }),
      });
    expect(await visible('def f(x): return x')).toEqual({
      kind: 'wrong-output',
      input: '[1]',
      expected: '"1"',
      actual: '1',
      error: null,
    });
    expect((await visible('f = repr')).kind).toBe('passed');
    const untested = { ...row().problem, visibleTests: [] };
    const program = 'f = repr';
    const { outcomes } = await runCheck(
      sandbox,
      checkOf(untested, 'visible', program, {
        limits: hiddenLimit(),
        seed: 0,
        assurance: 'data',
      }),
    );
    expect(visibleCase(untested, { program, outcomes }).kind).toBe('loads');
  });

  it('runs no further program than the one it is given: what that makes of its inputs stays there', async () => {
    const spoils = 'import espalier_cases\ndef f(x): return repr(x)';
    expect(await kindsOf(spoils)).toEqual(['raised', 'raised']);
  });
});
