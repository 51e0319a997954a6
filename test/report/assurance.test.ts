import type { AttemptResult, Store } from '../../core/ports/records';
import type { Assurance } from '../../core/schemas/verdict';
import { assuranceCounts, assuranceText } from '../../report/assurance';
import { compareRuns } from '../../report/compare';
import { runFacts } from '../../report/export/run-facts';
import { loadRun } from '../../report/load-run';
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
    expect(assuranceText({ assurance: 'objects' }, [])).toBe('at least objects');
    expect(assuranceCounts([])).toEqual({});
  });

  it('is one word when all verdicts have the same', async () => {
    const run = new SmallRun();
    await run.play();
    const { record, attempts } = await loadRun(run.store, run.id);
    expect(assuranceText(record.config, attempts)).toBe('objects');
  });

  it('is what was really used, not what the run asked for', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ problems: ['HumanEval/0'] }));
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: true });
    await run.finish('HumanEval/0', under(run.result([node]), 'shared'));
    const { record, attempts } = await loadRun(run.store, run.id);
    expect(assuranceText(record.config, attempts)).toBe('shared');
  });

  it('is told with counts, in the table and in run.json, when some problems have another one', async () => {
    const run = await loadRun(await mixedRun(), 'run-1');
    expect(runTableLines(run)).toContain('assurance       objects (2), shared (1)');
    expect(runFacts(run, [])).toMatchObject({ assurance: { objects: 2, shared: 1 } });
  });

  it('makes a note when it differs between runs that stand side by side', async () => {
    const plain = new SmallRun('plain');
    await plain.play();
    const mixed = await loadRun(await mixedRun('mixed'), 'mixed');
    const note = 'Not the same limits or assurance of verdicts.';
    const notesOf = (...runs: Parameters<typeof compareRuns>[0]) =>
      compareRuns(runs).tables[0]?.notes;
    expect(notesOf(await loadRun(plain.store, 'plain'), mixed)).toContain(note);
    expect(notesOf(mixed, mixed)).not.toContain(note);
  });
});
