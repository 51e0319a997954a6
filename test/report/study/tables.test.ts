import { usualPrompts } from '../../../core/names/prompt-choice';
import type { RunConfig } from '../../../core/schemas/run';
import type { PatchFacts } from '../../../core/schemas/verdict';
import type { OfKind } from '../../../core/kinds/of-kind';
import { loadWholeRun } from '../../../report/load-run';
import type { WholeRun } from '../../../report/load-run';
import { studyOf } from '../../../report/study/study';
import { sweepDocument } from '../../../report/study/sweep-document';
import type { Cell, StudyTable, TableName } from '../../../report/study/study-table';
import { playDialogues } from '../small-dialogues';
import { SmallRun, configOf } from '../small-run';

type Changes = Partial<OfKind<RunConfig, 'search'>>;

async function played(id: string, changes: Changes = {}): Promise<WholeRun> {
  const run = new SmallRun(id);
  await run.play(configOf(changes));
  return loadWholeRun(run.store, id);
}

/** A run whose configuration says something else. */
const as = (run: WholeRun, changes: Changes): WholeRun => ({
  ...run,
  record: { ...run.record, config: configOf(changes) },
});

/** A run whose summary says something else. */
const summed = (run: WholeRun, summary: Partial<WholeRun['summary']>): WholeRun => ({
  ...run,
  summary: { ...run.summary, ...summary },
});

function tableOf(runs: readonly WholeRun[], name: TableName): StudyTable {
  const [table] = studyOf(runs, [name]).tables;
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}

/** A row by the labels of its columns. */
function rowOf({ columns, rows }: StudyTable, at = 0): Readonly<Record<string, Cell | undefined>> {
  return Object.fromEntries(columns.map(({ label }, place) => [label, rows[at]?.[place]]));
}

const model = configOf().model;

describe('methods by data set', () => {
  it('have the base tests alone beside all tests, where some run has two suites', async () => {
    const base = { solved: 2, rate: 0.75, interval: [0.3, 0.9] as const };
    const runs = [
      summed(await played('a'), { base }),
      await played('b', { method: 'resample' }),
      await played('c', { dataset: { name: 'mbpp', sha256: 'e'.repeat(64) } }),
    ];
    const table = tableOf(runs, 'methods');
    expect(table.columns.map(({ label }) => label).slice(2)).toEqual([
      ...['humaneval base (2)', 'humaneval (2)', 'mbpp (2)'],
    ]);
    expect(rowOf(table)).toMatchObject({
      'humaneval base (2)': { value: 0.75, low: 0.3, high: 0.9 },
      'humaneval (2)': { value: 0.5 },
      'mbpp (2)': { value: 0.5 },
    });
    expect(rowOf(table, 1)).toMatchObject({ 'humaneval base (2)': null, 'mbpp (2)': null });
    const unknown = summed(await played('d'), { passAt1: null, base: { ...base, interval: null } });
    expect(rowOf(tableOf([unknown], 'methods'))).toMatchObject({
      'humaneval base (2)': { value: 0.75, low: null, high: null },
      'humaneval (2)': null,
    });
  });

  it('say how many problems a data set has where all runs are of as many', async () => {
    const runs = [await played('a'), as(await played('b'), { problems: ['HumanEval/0'] })];
    expect(tableOf(runs, 'methods').columns.at(-1)?.label).toBe('humaneval');
  });

  it('stand together by model, in the order in which models come', async () => {
    const at = (name: string, method: string): Changes => ({
      method,
      model: { kind: 'endpoint', name, logicalEndpoint: 'https://x/v1' },
    });
    const runs = [
      await played('a', at('zeta', 'code-tree')),
      await played('b', at('alpha', 'code-tree')),
      await played('c', at('zeta', 'resample')),
    ];
    expect(tableOf(runs, 'methods').rows.map((row) => row.slice(0, 2))).toEqual([
      ['zeta at https://x/v1', 'code-tree'],
      ['zeta at https://x/v1', 'resample'],
      ['alpha at https://x/v1', 'code-tree'],
    ]);
  });

  it('say of how many problems some visible tests were dropped', async () => {
    const visibleTests = { from: 'docstring', without: 0 } as const;
    const run = await played('a', { dataset: { ...configOf().dataset, visibleTests } });
    const notes = (one: WholeRun) => tableOf([one], 'methods').notes.join();
    expect(notes(run)).not.toContain('dropped');
    const test = { place: 0, test: 'assert f(1) == 3', became: 'failed' } as const;
    const dropped = [test, { ...test, place: 1 }];
    const shown = new Map([['HumanEval/1', { of: 3, dropped }]]);
    expect(notes({ ...run, shown })).toContain('1 with some dropped');
    expect(rowOf(tableOf([{ ...run, shown }], 'runs'))).toMatchObject({
      'visible tests': 'docstring',
      ...{ 'without any': 0, dropped: 2 },
    });
    expect(rowOf(tableOf([await played('b')], 'runs'))['visible tests']).toBeNull();
  });
});

describe('what went wrong', () => {
  it('is counted by run and reason', async () => {
    const run = await played('a');
    const sums = { ...run.sums, reasons: { failed: 4, 'no-program': 2 } };
    const runs = [
      summed({ ...run, sums }, { total: 9, solved: 3 }),
      await played('b', { method: 'resample' }),
    ];
    const table = tableOf(runs, 'failures');
    expect(rowOf(table)).toMatchObject({ attempts: 9, solved: 3, failed: 4, 'no-program': 2 });
    expect(rowOf(table, 1)).toMatchObject({ attempts: 2, solved: 1, failed: 1, 'no-program': 0 });
    expect(table.columns).toHaveLength(7);
  });

  it('with replies is counted by model, with what each count is of', async () => {
    const run = await played('a');
    const [own] = run.calls.called.models;
    if (own === undefined) throw new Error('no model was called');
    const told = {
      ...{ calls: 11, repairs: 12, filtered: 13, overflows: 14, cutOff: 15, resends: 16 },
      medianLatencyMs: 1_700,
      firstToken: { streamed: 5, unrecorded: 2, medianMs: 250 },
    };
    const called = {
      models: [{ ...own, ...told }],
      modelOf: new Map([['critic-score', own.model]]),
    };
    const calls = { ...run.calls, called, firstTokens: told.firstToken };
    const sums = { ...run.sums, neutralValues: { 'critic-score': 17 } };
    const table = tableOf([{ ...run, calls, sums }], 'replies');
    expect(rowOf(table)).toMatchObject({
      ...{ calls: 11, 'repair questions': 12, 'neutral values': 17, filtered: 13, overflows: 14 },
      ...{ 'cut off': 15, 'sent again': 16, 'median s': 1.7, streamed: 5, 'first token s': 0.25 },
    });
    const notes = table.notes.join(' ');
    expect(notes).toContain('Not streamed: 4 answers,');
    expect(notes).toContain('Not recorded of 2 answers:');
  });

  it('with replies has no table only where no run asked a model', async () => {
    const silent = as(await played('a'), { model: { ...model, kind: 'none' } });
    expect(studyOf([silent], ['replies']).tables).toEqual([]);
    expect(studyOf([await played('b')], ['replies']).tables).toHaveLength(1);
  });
});

describe('rates by programs and effort', () => {
  it('have their intervals, and say from where on draws repeat', async () => {
    const run = await played('a');
    const table = tableOf([run], 'curve');
    const [, second] = run.summary.curve;
    const [low = NaN, high = NaN] = second?.interval ?? [];
    expect(table.rows[0]?.[4]).toEqual({ value: 0.5, low, high });
    expect(low).toBeLessThan(high);
    const notes = (from: number | null) =>
      tableOf([summed(run, { repeatedDraws: from === null ? null : { from, count: 1 } })], 'curve')
        .notes;
    expect(notes(4)).toEqual([expect.stringContaining('draws repeat from program 5')]);
    expect(notes(null)).toEqual([]);
  });

  it('are left out of runs that have none', async () => {
    const run = await played('a');
    const curve = run.summary.curve.map((one) => ({ ...one, rate: null, interval: null }));
    const none = summed(run, { curve });
    expect(studyOf([none], ['curve']).tables).toEqual([]);
    expect(tableOf([none, await played('b')], 'curve').rows).toHaveLength(1);
  });

  it('name the efforts that nobody knows of some run', async () => {
    const run = await played('a');
    const unknown = { ...run, effort: { ...run.effort, dollars: null } };
    const table = tableOf([unknown], 'effort');
    expect(table.rows.map((row) => row[3])).toEqual(['tokens', 'seconds']);
    expect(table.notes.join()).toMatch(/Unknown, or nothing, in some run.*: dollars\./u);
    expect(tableOf([run], 'effort').notes.join()).not.toContain('Unknown');
    const { store, id } = await playDialogues({
      kind: 'recorded',
      of: { p: { rounds: [{ code: 'a' }], stop: 'max-rounds' } },
    });
    const noSearch = await loadWholeRun(store, id);
    expect(tableOf([run, noSearch], 'effort').notes.join()).not.toContain('Unknown');
    const nothing = { tokens: null, dollars: null, seconds: null };
    expect(studyOf([{ ...run, effort: nothing }], ['effort']).tables).toEqual([]);
  });
});

describe('the words that tell runs of one method apart', () => {
  it.each<readonly [string, Changes, Changes, readonly [string, string]]>([
    ['budget', { budget: 4 }, { budget: 5 }, ['budget 4', 'budget 5']],
    ['samples', {}, { samples: 2 }, ['samples 1', 'samples 2']],
    ['temperature', {}, { temperature: 0.5 }, ['temperature usual', 'temperature 0.5']],
    [
      'problems',
      {},
      { problems: ['HumanEval/0', 'HumanEval/1', 'HumanEval/2'] },
      ['2 problems', '3 problems'],
    ],
    [
      'competence',
      { model: { ...model, competence: 0.4 } },
      {},
      ['competence 0.4', 'competence -'],
    ],
    ['critic', {}, { model: { ...model, criticAccuracy: undefined } }, ['critic 0.8', 'critic -']],
    [
      'bank model',
      { model: { ...model, bankModel: 'gpt-x' } },
      {},
      ['bank model gpt-x', 'bank model any'],
    ],
    [
      'grading',
      { grading: { profile: 'evalplus' } },
      {},
      ['graded as evalplus', 'graded as strict'],
    ],
    ['assurance', {}, { assurance: 'data' }, ['assurance objects', 'assurance data']],
    [
      'prompts',
      { prompts: { ...usualPrompts, set: 'codetree-paper' } },
      {},
      ['prompts codetree-paper', 'prompts default'],
    ],
    [
      'versions',
      { versions: { prompts: 'abcdef0123456789'.repeat(4), extraction: 1, grading: 1 } },
      {},
      ['versions abcdef01', 'versions -'],
    ],
  ])('are their %s where it differs', async (_, one, other, words) => {
    const first = await played('a', one);
    const { rows } = tableOf([first, as(await played('b'), other)], 'methods');
    expect(rows.map(([, method]) => method)).toEqual(words.map((word) => `code-tree, ${word}`));
    const alone = tableOf([first], 'methods');
    expect(alone.rows.map(([, method]) => method)).toEqual(['code-tree']);
  });
});

describe('the runs of a report', () => {
  it('each have their counts, bounds, tokens and cost', async () => {
    const run = summed(await played('a'), {
      ...{ total: 9, completed: 7, bounds: [0.25, 0.625], repeatedCalls: 5 },
      ...{ promptTokens: 100, completionTokens: 20, costUsd: 1.5 },
    });
    expect(rowOf(tableOf([run], 'runs'))).toMatchObject({
      ...{ run: 'a', model: 'recorded:bbbb', 'data set': 'humaneval', sha256: 'd'.repeat(12) },
      ...{ status: 'completed', attempts: 9, 'with verdict': 7, bounds: '25.0 to 62.5' },
      ...{ assurance: 'objects (2)', tokens: 120, cost: 1.5, 'sent again': 5 },
    });
    expect(rowOf(tableOf([summed(run, { bounds: null })], 'runs'))['bounds']).toBeNull();
  });

  it('are in the document of a sweep, each whole, beside the tables', async () => {
    const runs = [await played('a'), await played('b', { seed: 8 })];
    const document = sweepDocument(runs);
    expect(document.runs).toMatchObject([
      { run: 'a', passAt1: 0.5 },
      { run: 'b', passAt1: 0.5 },
    ]);
    expect(document.tables).toEqual(studyOf(runs).tables);
    expect(document.tables.length).toBeGreaterThan(3);
  });
});

describe('resolved tasks', () => {
  const facts = (applied: string | null): PatchFacts => ({
    ...{ applied, dropped: [], resolution: 'no', log: null },
    ...{ failToPass: [0, 1], passToPass: [1, 1] },
  });

  /** A run whose first answer does not apply. */
  async function onPatches(id: string, method: string): Promise<WholeRun> {
    const run = as(await played(id), { method });
    const attempts = run.attempts.map((attempt, place) => ({
      ...attempt,
      result: attempt.result && {
        ...attempt.result,
        graded: attempt.result.graded.map((one) => ({
          ...one,
          outcome: { ...one.outcome, patch: facts(place === 0 ? null : 'git apply') },
        })),
      },
    }));
    return { ...run, attempts };
  }

  it('are rows in the order of the paper, with the difference to Agentless', async () => {
    const runs = [
      ...[await onPatches('a', 'resample'), await onPatches('b', 'code-tree')],
      ...[
        await onPatches('c', 'agentless'),
        await onPatches('d', 'direct'),
        await played('e', { method: 'cot' }),
      ],
    ];
    const table = tableOf(runs, 'resolved');
    const estimate: unknown = expect.objectContaining({ value: 0 });
    expect(table.title).toMatch(/^Recorded answers of real models: .*CodeTree, table 5\)$/u);
    expect(table.rows.map((row) => [row[2], row[3], row[6]])).toEqual([
      ['direct', null, estimate],
      ['agentless (depth 3, width 10)', 'Agentless', null],
      ['code-tree', '+CodeTree', estimate],
      ['resample', null, estimate],
    ]);
    const [, agentless] = table.rows;
    expect(agentless?.slice(4, 6)).toEqual([2, expect.objectContaining({ value: 0.5 })]);
    expect(agentless?.at(-1)).toBeLessThan(1);
    expect(agentless?.at(-1)).toBeGreaterThan(0);
  });

  it('are left out where no run has patches', async () => {
    expect(studyOf([await played('a')], ['resolved']).tables).toEqual([]);
  });
});

describe('ablations', () => {
  it('are told as the difference to the whole, with its interval, of the same model alone', async () => {
    const whole = await played('whole');
    const run = new SmallRun('part');
    const config = configOf({ method: 'code-tree-no-abort' });
    await run.begin(config);
    for (const problem of config.problems) {
      const node = await run.node(problem, { code: 'def f(x): return 0', passes: false });
      await run.finish(problem, run.result([node]));
    }
    const part = await loadWholeRun(run.store, 'part');
    const table = tableOf(
      [await played('other', { method: 'resample' }), whole, part],
      'ablations',
    );
    expect(table.rows.map((row) => row[2])).toEqual(['code-tree', 'code-tree-no-abort']);
    const { 'pass@1': rate, 'to the whole': difference } = rowOf(table, 1);
    expect(rate).toMatchObject({ value: 0 });
    expect(difference).toMatchObject({ value: -0.5 });
    const { low, high } = difference as { readonly low: number; readonly high: number };
    expect([low <= -0.5, high >= -0.5, low < high]).toEqual([true, true, true]);
    const elsewhere = { ...model, logicalEndpoint: 'recorded:cccc' };
    const otherModel = await played('x', { method: 'code-tree-no-abort', model: elsewhere });
    expect(tableOf([whole, otherModel], 'ablations').rows.at(-1)?.at(-1)).toBeNull();
    expect(studyOf([whole], ['ablations']).tables).toEqual([]);
  });
});
