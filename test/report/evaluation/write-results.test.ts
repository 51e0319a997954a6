import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { resultForms } from '../../../core/evaluation/result-forms';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import { recordRun } from '../../../lab/runs/start-run';
import { holdsResults, writeResults } from '../../../report/evaluation/write-results';
import { createMemoryStore } from '../../fakes/memory-store';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-results-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, row: object): string {
  writeFileSync(join(folder, name), `${JSON.stringify(row)}\n`);
  return join(folder, name);
}

describe('the results of an evaluation', () => {
  it.each([null, resultForms])('are no files while no sample has a verdict: %j', async (forms) => {
    const dataset = written('own.jsonl', {
      ...{ task_id: 'Own/0', prompt: 'def f():\n', canonical_solution: '    return 1\n' },
      ...{ entry_point: 'f', test: 'def check(candidate):\n    assert candidate() == 1\n' },
    });
    const samples = written('gpt.jsonl', { task_id: 'Own/0', completion: '    return 1\n' });
    const store = createMemoryStore();
    const context = { settings: readSettings({ HOME: folder }), note: () => undefined };
    const plan = await planEvaluation(context, store, checkEvaluationRequest({ dataset, samples }));
    await recordRun(store, plan);
    const before = readdirSync(folder);
    const how = { run: plan.id, directory: folder, isFolder: false, force: false };
    expect(await writeResults(store, { ...how, forms })).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
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
