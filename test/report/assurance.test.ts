import { noLevels, uncheckedOf } from '../../core/metrics/problem-levels';
import type { AttemptResult, Store } from '../../core/ports/records';
import type { Assurance } from '../../core/schemas/verdict';
import { assuranceCounts, assuranceText, levelFacts, uncheckedWhy } from '../../report/assurance';
import { attemptLines } from '../../report/attempt-lines';
import { compareRuns } from '../../report/compare';
import { runFacts } from '../../report/export/run-facts';
import { loadAttempts } from '../../report/load-attempts';
import { loadWholeRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { SmallRun, configOf } from './small-run';

function under(result: AttemptResult, assurance: Assurance): AttemptResult {
  const { provenance, graded } = result;
  return {
    ...result,
    provenance: provenance === null ? null : { ...provenance, assurance },
    graded: graded.map((one) => ({ ...one, outcome: { ...one.outcome, assurance } })),
  };
}

/** Three problems; the data set's adapter asked for `shared` for the last one. */
async function mixedRun(id = 'run-1'): Promise<Store> {
  const run = new SmallRun(id);
  const problems = ['HumanEval/0', 'HumanEval/1', 'HumanEval/2'];
  await run.begin(configOf({ problems }));
  for (const problem of problems) {
    const node = await run.node(problem, { code: `def f(x): return '${problem}'`, passes: true });
    const level = problem === 'HumanEval/2' ? 'shared' : 'objects';
    await run.finish(problem, under(run.result([node]), level));
  }
  return run.store;
}

describe('the assurance of a run', () => {
  it('is what it asks for as long as there is no verdict', () => {
    expect(assuranceText({ assurance: 'objects' }, noLevels)).toBe('at least objects');
    expect(assuranceCounts(noLevels)).toEqual({});
  });

  it('is one level with its count when all verdicts have the same', async () => {
    const run = new SmallRun();
    await run.play();
    const { record, sums } = await loadWholeRun(run.store, run.id);
    expect(assuranceText(record.config, sums.levels)).toBe('objects (2)');
  });

  it('is what was really used, not what the run asked for', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ problems: ['HumanEval/0'] }));
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: true });
    await run.finish('HumanEval/0', under(run.result([node]), 'shared'));
    const { record, sums } = await loadWholeRun(run.store, run.id);
    expect(assuranceText(record.config, sums.levels)).toBe('shared (1)');
  });

  it('is told with counts, in the table and in run.json, when some problems have another one', async () => {
    const run = await loadWholeRun(await mixedRun(), 'run-1');
    expect(runTableLines(run)).toContain('assurance       objects (2), shared (1)');
    expect(runFacts(run, [])).toMatchObject({ assurance: { objects: 2, shared: 1 } });
  });

  it('makes a note when it differs between runs that stand side by side', async () => {
    const plain = new SmallRun('plain');
    await plain.play();
    const mixed = await loadWholeRun(await mixedRun('mixed'), 'mixed');
    const note = 'Not the same limits or assurance of verdicts.';
    const notesOf = (...runs: Parameters<typeof compareRuns>[0]) =>
      compareRuns(runs).tables[0]?.notes;
    expect(notesOf(await loadWholeRun(plain.store, 'plain'), mixed)).toContain(note);
    expect(notesOf(mixed, mixed)).not.toContain(note);
  });
});

const refusal =
  "its reference passes only at `shared`; this run's least level is `objects`: --assurance-of P/2=shared";
const noData = 'What the program returned (a generator) is no data.';

/** One problem at data, one at objects with a handle, one refused, and one that could not be checked for want of a reference. */
async function levelledRun(config: Parameters<typeof configOf>[0] = {}): Promise<SmallRun> {
  const run = new SmallRun();
  const problems = ['P/0', 'P/1', 'P/2', 'P/3'];
  await run.begin(configOf({ problems, ...config }));
  const result = async (problem: string, passes = true) =>
    run.result([await run.node(problem, { code: `def f(x): return '${problem}'`, passes })]);
  const by = (level: Assurance, sayer: 'reference' | 'nobody') =>
    ({ kind: 'found', level, by: sayer }) as const;
  const data = under(await result('P/0'), 'data');
  await run.finish('P/0', { ...data, level: by('data', 'reference') });
  const objects = await result('P/1');
  const graded = objects.graded.map((one) => ({
    ...one,
    outcome: { ...one.outcome, handles: true as const },
  }));
  await run.finish('P/1', { ...objects, graded, level: by('objects', 'reference') });
  const none = { status: 'unscored', graded: [], verdict: null, provenance: null } as const;
  const refused = run.result([], { ...none, solved: false, cause: refusal });
  await run.finish('P/2', { ...refused, level: { kind: 'refused', why: refusal } });
  const open = under(await result('P/3', false), 'data');
  const unchecked = open.graded.map((one) => ({
    ...one,
    outcome: { ...one.outcome, detail: 'not-data', error: `${noData}\n  line 3, in f` },
  }));
  await run.finish('P/3', { ...open, graded: unchecked, level: by('data', 'nobody') });
  return run;
}

describe('the levels that a run rests on', () => {
  const why = `${noData} --assurance-of P/3=objects may check it`;

  it('are counted by problem in its table, with what was refused or not checked and why', async () => {
    const { store, id } = await levelledRun();
    const lines = runTableLines(await loadWholeRun(store, id));
    expect(lines).toEqual(
      expect.arrayContaining([
        'assurance       data (2), objects (1)',
        "handles         1 verdict used the program's own objects",
        'completed       3 of 4',
        'solved          2',
        'not checked     1',
        'unscored        1',
        '  refused       1',
        `refused: P/2: ${refusal}`,
        `not checked: P/3: ${why}`,
      ]),
    );
  });

  it('name the problems whose own reference passes nowhere', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ problems: ['P/0'] }));
    const level = { kind: 'found', level: 'data', by: 'nobody', hasReference: true } as const;
    const node = await run.node('P/0', { code: 'def f(x): return 0', passes: true });
    await run.finish('P/0', { ...under(run.result([node]), 'data'), level });
    const loaded = await loadWholeRun(run.store, run.id);
    expect(runTableLines(loaded)).toContain(
      'bad references  P/0: they pass at no level, so verdicts there say little',
    );
    expect(runDocument(loaded).assurance.referenceFails).toEqual(['P/0']);
  });

  it('leave what was refused or not checked unsolved in the lower bound and open in the upper one', async () => {
    const { store, id } = await levelledRun();
    const run = await loadWholeRun(store, id);
    expect(run.summary.bounds).toEqual([0.5, 1]);
    expect(run.summary.passAt1).toBeCloseTo(2 / 3);
    expect(runTableLines(run)).toContain(
      'bounds          [0.500, 1.000] over all 4, were those without a verdict or not checked all failed, or all solved',
    );
  });

  it('are in what --json ends with, and in run.json', async () => {
    const { store, id } = await levelledRun();
    const run = await loadWholeRun(store, id);
    const refused = [{ problem: 'P/2', sample: 0, why: refusal }];
    const unchecked = [{ problem: 'P/3', sample: 0, why }];
    const counts = { data: 2, objects: 1 };
    expect(runDocument(run).assurance).toEqual({
      ...{ least: 'objects', levels: counts, handles: 1, refused, unchecked },
      ...{ badReferences: [], referenceFails: [] },
    });
    expect(runFacts(run, [])).toMatchObject({
      assurance: counts,
      levelsBy: { reference: 2, nobody: 1 },
      handles: 1,
      refused: [{ task_id: 'P/2', sample: 0, why: refusal }],
      unchecked: [{ task_id: 'P/3', sample: 0, why }],
    });
  });

  it('are said of each problem', async () => {
    const { store, id } = await levelledRun();
    const head = async (problem: string) => {
      const [attempt] = await loadAttempts(store, { run: id, problem });
      if (attempt === undefined) throw new Error('no attempt');
      return (await attemptLines(store.blobs, attempt)).slice(0, 2).join('\n');
    };
    expect(await head('P/0')).toContain('assurance: data (found by its reference)');
    expect(await head('P/1')).toContain(
      'assurance: objects (found by its reference) · handles used',
    );
    expect(await head('P/2')).toContain(`no verdict: ${refusal}`);
    expect(await head('P/3')).toContain(`not checked: ${why}`);
  });

  it('are said to rest on no reference, and on which of the two that is where it was recorded', async () => {
    const { store, id } = await levelledRun();
    const attempt = await store.runs.attempt({ run: id, problem: 'P/3', sample: 0 });
    const factOf = (recorded: { hasReference?: boolean }) => {
      if (attempt?.result == null) throw new Error('no result');
      const level = { kind: 'found', level: 'data', by: 'nobody', ...recorded } as const;
      return levelFacts({ ...attempt.result, level })[0];
    };
    expect([{}, { hasReference: false }, { hasReference: true }].map(factOf)).toEqual([
      'assurance: data (no reference says it)',
      'assurance: data (it has no reference)',
      'assurance: data (its reference passes at no level)',
    ]);
  });

  it('are those of all patches where the tests import what a patch changes', async () => {
    const { store, id } = await levelledRun();
    const attempt = await store.runs.attempt({ run: id, problem: 'P/3', sample: 0 });
    if (attempt?.result == null) throw new Error('no result');
    const level = { kind: 'found', level: 'shared', by: 'kind' } as const;
    const graded = attempt.result.graded.map((one) => ({
      ...one,
      outcome: { ...one.outcome, assurance: 'shared' as const },
    }));
    expect(levelFacts({ ...attempt.result, graded, level })[0]).toMatch(/ \(as of all patches\)$/u);
  });

  it('below one at which an answer was not checked are named, and shared alone for a test that looks into its own process', async () => {
    const { store, id } = await levelledRun();
    const attempt = await store.runs.attempt({ run: id, problem: 'P/3', sample: 0 });
    const whyOf = (assurance: Assurance, error: string) => {
      if (attempt?.result == null) throw new Error('no result');
      const graded = attempt.result.graded.map((one) => ({
        ...one,
        outcome: { ...one.outcome, assurance, error },
      }));
      const unchecked = uncheckedOf({ ...attempt, result: { ...attempt.result, graded } });
      return unchecked === null ? null : uncheckedWhy(unchecked);
    };
    const inside = 'The test looks at its own process (patch), where the program does not run.';
    expect(whyOf('objects', noData)).toBe(`${noData} --assurance-of P/3=shared may check it`);
    expect(whyOf('data', inside)).toBe(`${inside} --assurance-of P/3=shared may check it`);
  });

  it('are said to be named by a person where they are', async () => {
    const { store, id } = await levelledRun({
      assurance: 'data',
      assuranceOf: { 'P/1': 'objects' },
    });
    const lines = runTableLines(await loadWholeRun(store, id));
    expect(lines).toContain('least level     data');
    expect(lines).toContain(
      '- At a level that a person named, whatever their references say: P/1 (objects).',
    );
  });

  it('make a note beside a run that rests on other ones', async () => {
    const note = 'Not the same limits or assurance of verdicts.';
    const loaded = async (config: Parameters<typeof configOf>[0] = {}) => {
      const { store, id } = await levelledRun(config);
      return loadWholeRun(store, id);
    };
    const notes = async (config: Parameters<typeof configOf>[0]) =>
      compareRuns([await loaded(), await loaded(config)]).tables[0]?.notes;
    expect(await notes({})).not.toContain(note);
    expect(await notes({ assurance: 'shared' })).toContain(note);
    expect(await notes({ assuranceOf: { 'P/3': 'objects' } })).toContain(note);
  });

  it('of an older version are shown in its own word', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ problems: ['HumanEval/0'] }));
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: true });
    const { provenance, ...rest } = run.result([node]);
    if (provenance === null) throw new Error('no provenance');
    await run.finish('HumanEval/0', { ...rest, provenance: { ...provenance, assurance: 'split' } });
    const lines = runTableLines(await loadWholeRun(run.store, run.id));
    expect(lines).toContain('assurance       split (1)');
  });
});
