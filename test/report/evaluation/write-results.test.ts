import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { resultForms } from '../../../core/evaluation/result-forms';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import { recordRun } from '../../../lab/runs/start-run';
import { loadGradedSamples } from '../../../report/evaluation/load-graded-samples';
import { holdsResults, writeResults } from '../../../report/evaluation/write-results';
import { createMemoryStore } from '../../fakes/memory-store';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-results-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, ...rows: readonly object[]): string {
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return join(folder, name);
}

const problemOf = (task_id: string): object => ({
  ...{ task_id, prompt: 'def f():\n', canonical_solution: '    return 1\n' },
  ...{ entry_point: 'f', test: 'def check(candidate):\n    assert candidate() == 1\n' },
});
const sampleOf = (task_id: string, value = 1): object => ({
  ...{ task_id, completion: `    return ${String(value)}\n` },
});

/** A run that evaluates samples, of which none is graded yet. */
async function planned(dataset: string, samples: string) {
  const store = createMemoryStore();
  const context = { settings: readSettings({ HOME: folder }), note: () => undefined };
  const plan = await planEvaluation(context, store, checkEvaluationRequest({ dataset, samples }));
  await recordRun(store, plan);
  return { store, id: plan.id };
}

describe('the results of an evaluation', () => {
  it.each([null, resultForms])('are no files while no sample has a verdict: %j', async (forms) => {
    const dataset = written('own.jsonl', problemOf('Own/0'));
    const samples = written('gpt.jsonl', sampleOf('Own/0'));
    const { store, id } = await planned(dataset, samples);
    const before = readdirSync(folder);
    const how = { run: id, directory: folder, isFolder: false, force: false };
    expect(await writeResults(store, { ...how, forms })).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('are in the order of the samples', async () => {
    const dataset = written('own.jsonl', problemOf('Own/0'), problemOf('Own/1'));
    const names = ['Own/1', 'Own/0', 'Own/1', 'Own/0'];
    const samples = written('gpt.jsonl', ...names.map((name, at) => sampleOf(name, at)));
    const { store, id } = await planned(dataset, samples);
    const config = (await store.runs.run(id))?.config;
    if (config?.kind !== 'evaluation') throw new Error('it is no evaluation');
    const graded = await loadGradedSamples(store, { id, config });
    expect(graded.map(({ sample }) => [sample.problem, sample.sample])).toEqual([
      ['Own/1', 0],
      ['Own/0', 0],
      ['Own/1', 1],
      ['Own/0', 1],
    ]);
    expect(graded.map(({ grade }) => grade)).toEqual(
      names.map(() => ({ kind: 'unscored', cause: 'not graded yet' })),
    );
  });

  it('are not held by a file that is empty', async () => {
    const path = join(folder, 'gpt.jsonl_results.jsonl');
    expect([existsSync(path), await holdsResults(path)]).toEqual([false, false]);
    writeFileSync(path, '');
    expect(await holdsResults(path)).toBe(false);
    writeFileSync(path, 'mine\n');
    expect(await holdsResults(path)).toBe(true);
  });
});
