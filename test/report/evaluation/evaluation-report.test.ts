import { kindReport, kindRows } from '../../../report/kinds';
import { lcbMetadata } from '../../../report/evaluation/lcb-metadata';
import { attemptLines } from '../../../report/attempt-lines';
import { traceRows } from '../../../report/export/trace-rows';
import { loadAttempts } from '../../../report/load-attempts';
import { loadRun } from '../../../report/load-run';
import { runRows } from '../../../report/run-table';
import type { HiddenCheck } from '../../../core/tasks/problem';
import { evaluationMembers } from '../../core/evaluation/evaluation-members';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { SmallRun } from '../small-run';
import { outcome } from './graded';

const configWith = (members: Parameters<typeof evaluationMembers>[0]) =>
  scriptedRunConfig({
    kind: 'evaluation',
    method: 'evaluate',
    problems: ['HumanEval/0', 'HumanEval/1'],
    model: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
    ...evaluationMembers(members),
  });

describe('the table of an evaluation', () => {
  const rowsOf = async (members: Parameters<typeof evaluationMembers>[0]) => {
    const small = new SmallRun();
    await small.play();
    const run = await loadRun(small.store, small.id);
    const config = configWith(members);
    const rows = runRows({ ...run, record: { ...run.record, config } });
    return Object.fromEntries(rows.map(({ label, value }) => [label, value]));
  };

  it('says how its samples are called, what was done to them and what they cover', async () => {
    expect(await rowsOf({ source: 's.jsonl', name: 's.jsonl' })).toMatchObject({
      ...{ samples: 's.jsonl', sanitised: 'no' },
    });
    const sanitiser = { name: 'evalplus', version: 1 } as const;
    const some = await rowsOf({ source: 's.jsonl', sanitiser, missing: ['HumanEval/2'] });
    expect(some).toMatchObject({
      ...{ samples: 's.jsonl', sanitised: 'evalplus' },
      coverage: '2 of 3 problems have samples; the others are left out',
    });
    expect(await rowsOf({ source: 's.jsonl' })).not.toHaveProperty('coverage');
  });

  it('has rows of its own kind alone', async () => {
    const small = new SmallRun();
    await small.play();
    const search = await loadRun(small.store, small.id);
    const said = kindRows('settings').map(({ label, value }) => [label, value(search)]);
    expect(said.filter(([, value]) => value !== null)).toEqual([]);
    const config = configWith({ source: 's.jsonl' });
    const evaluation = { ...search, record: { ...search.record, config } };
    const rows = kindRows('settings').filter(({ value }) => value(evaluation) !== null);
    expect(rows.map(({ label }) => label)).toEqual(['samples', 'sanitised']);
  });
});

describe('an evaluated sample', () => {
  const linesOf = async (code: string | null, error?: string): Promise<readonly string[]> => {
    const small = new SmallRun();
    await small.begin();
    const program = code === null ? null : await small.store.blobs.put(code);
    const graded =
      program === null ? [] : [{ program, outcome: outcome({ kind: 'failed', error }) }];
    await small.finish('HumanEval/0', {
      ...small.result([]),
      ...{ outcome: { kind: 'evaluation', program }, graded },
      ...{ verdict: code === null ? 'no-program' : 'failed', solved: false },
    });
    const [loaded] = await loadAttempts(small.store, { run: small.id, problem: 'HumanEval/0' });
    if (loaded === undefined) throw new Error('no attempt');
    const run = { ...loaded.run, config: configWith({ source: 's.jsonl' }) };
    return attemptLines(small.store.blobs, { ...loaded, run });
  };

  it('has its verdict, what went wrong, line by line, and the beginning of its program', async () => {
    const program = Array.from({ length: 62 }, (_, at) => `x = ${String(at)}`).join('\n');
    const [head = '', ...lines] = await linesOf(program, 'Error:\u001b\nsecond line');
    expect(head).toContain(' · failed');
    expect(lines.slice(0, 3)).toEqual([...[String.raw`  Error:\x1b`, '  second line', 'program:']]);
    expect(lines.slice(-2)).toEqual(['  x = 59', '  ... (2 more lines)']);
    expect((await linesOf('x = 1')).slice(1)).toEqual(['program: x = 1']);
    expect((await linesOf(null)).slice(1)).toEqual([]);
    expect((await linesOf(null))[0]).toContain('no-program');
    expect(kindReport('evaluation').repairs).toBe('Answers that repair');
  });
});

describe('the trace of an evaluated sample', () => {
  it('has its outcome as it is, and no line below', async () => {
    const small = new SmallRun();
    await small.begin();
    const outcomeOf = { kind: 'evaluation', program: null } as const;
    const none = { graded: [], verdict: 'no-program', solved: false } as const;
    await small.finish('HumanEval/0', { ...small.result([]), ...none, outcome: outcomeOf });
    const [attempt] = await small.store.runs.attempts(small.id);
    if (attempt === undefined) throw new Error('no attempt');
    const config = configWith({ source: 's.jsonl' });
    const sources = { config, blobs: small.store.blobs, calls: new Map() };
    expect(await traceRows(sources, attempt)).toEqual([
      {
        ...{ kind: 'attempt', task_id: 'HumanEval/0', sample: 0, status: 'completed' },
        ...{ ...none, outcome: outcomeOf },
      },
    ]);
  });
});

describe('the words on a failure in the manner of LiveCodeBench', () => {
  const script: HiddenCheck = { kind: 'script', tests: [{ stdin: '1', stdout: '2' }] };

  it('is nothing of a program that passed', () => {
    expect(lcbMetadata([outcome({ marks: '1' })], script)).toEqual({});
    expect(lcbMetadata([outcome()], undefined)).toEqual({});
  });

  it('prefers what the record knows of the case to the hidden test', () => {
    const own = { input: 'own', expected: 'wanted' };
    const told = lcbMetadata([outcome({ kind: 'failed', marks: 'w', case: own })], script);
    expect(told).toMatchObject({ inputs: 'own', expected: 'wanted' });
    expect(told).not.toHaveProperty('output');
  });

  it('is a code and words alone where no case is known', () => {
    for (const hidden of [undefined, { kind: 'script', tests: [] } as HiddenCheck]) {
      expect(lcbMetadata([outcome({ kind: 'timed-out', marks: 't' })], hidden)).toEqual({
        ...{ error_code: -3, error_message: 'Time Limit Exceeded' },
      });
    }
    expect(lcbMetadata([outcome({ kind: 'failed' })], script)).not.toHaveProperty('inputs');
  });

  it('has an error of anything but a wrong answer', () => {
    const error = 'what was raised';
    expect(lcbMetadata([outcome({ kind: 'raised', error })], undefined)).toMatchObject({ error });
    const wrong = lcbMetadata([outcome({ kind: 'failed', error })], undefined);
    expect(wrong).not.toHaveProperty('error');
  });

  it('has the code of the first case that failed', () => {
    const codeOf = (kind: 'failed' | 'raised', marks: string) =>
      lcbMetadata([outcome({ kind, marks })], undefined).error_code;
    const codes = [codeOf('raised', '1wr'), codeOf('failed', '1rw'), codeOf('failed', '1tw')];
    expect(codes).toEqual([-2, -4, -3]);
  });

  it('has texts of up to 300 characters whole', () => {
    const outputOf = (length: number) =>
      lcbMetadata([outcome({ kind: 'failed', actual: 'x'.repeat(length) })], undefined).output;
    expect(outputOf(300)).toBe('x'.repeat(300));
    expect(outputOf(301)).toContain('characters left out');
  });

  it.each([
    ['output-limit', -5],
    ['killed-by-signal', -5],
    ['timed-out', -1],
  ] as const)('has for %s, whose cases nobody marked, the code %d', (kind, code) => {
    expect(lcbMetadata([outcome({ kind })], undefined)).toMatchObject({ error_code: code });
  });
});
