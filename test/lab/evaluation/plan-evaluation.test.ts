import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import type { EvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import type { StartableRun } from '../../../lab/runs/start-run';
import { createMemoryStore } from '../../fakes/memory-store';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'espalier-plan-evaluation-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plan(request: EvaluationRequest, store = createMemoryStore()): Promise<StartableRun> {
  const context = { settings: readSettings({ HOME: folder }), note: () => undefined };
  return planEvaluation(context, store, checkEvaluationRequest(request));
}

function written(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

describe('an evaluation', () => {
  it('reads its samples before anything is done about its data set, which may have to be downloaded', async () => {
    const none = join(folder, 'none.jsonl');
    await expect(plan({ samples: none, dataset: '/nowhere/rows.jsonl' })).rejects.toThrow(
      `${none} does not exist`,
    );
    const bad = written('bad.jsonl', [{ task_id: 'Own/0' }]);
    await expect(plan({ samples: bad, dataset: '/nowhere/rows.jsonl' })).rejects.toThrow(
      'has no program',
    );
  });

  const row = (id: string) => ({
    ...{ task_id: id, prompt: 'def f():\n', canonical_solution: '    return 1\n' },
    ...{ entry_point: 'f', test: 'def check(candidate):\n    assert candidate() == 1\n' },
  });
  const asked = () => ({
    dataset: written('own.jsonl', [row('Own/0'), row('Own/1')]),
    samples: written('gpt.jsonl', [{ task_id: 'Own/0', completion: '    return 1\n' }]),
    allowMissing: true,
  });

  it('is the same run whatever its samples are called, and refuses to be called otherwise afterwards', async () => {
    const store = createMemoryStore();
    const plain = await plan(asked(), store);
    const named = await plan({ ...asked(), name: 'GPT, greedy' }, store);
    expect(named.id).toBe(plain.id);
    expect(named.config).toMatchObject({
      evaluation: { source: 'gpt.jsonl', name: 'GPT, greedy' },
    });
    await store.runs.createRun(named.id, named.config);
    expect((await plan(asked(), store)).id).toBe(named.id);
    expect((await plan({ ...asked(), name: 'GPT, greedy' }, store)).id).toBe(named.id);
    await expect(plan({ ...asked(), name: 'other' }, store)).rejects.toMatchObject({
      code: 'RUN_NAMED_OTHERWISE',
      message: expect.stringContaining(`is called GPT, greedy there: run ${named.id}`) as string,
    });
    const fresh = await plan({ ...asked(), name: 'other', fresh: 'other' }, store);
    expect(fresh.id).not.toBe(named.id);
  });

  it('of a run without a name is called as its file', async () => {
    const store = createMemoryStore();
    const plain = await plan(asked(), store);
    await store.runs.createRun(plain.id, plain.config);
    expect((await plan({ ...asked(), name: 'gpt.jsonl' }, store)).id).toBe(plain.id);
    await expect(plan({ ...asked(), name: 'GPT' }, store)).rejects.toThrow(
      'is called gpt.jsonl there',
    );
  });

  it('takes a person’s word for the level of single problems, as a run does', async () => {
    const { config } = await plan({ ...asked(), assuranceOf: { 'Own/0': 'shared' } });
    expect(config.assuranceOf).toEqual({ 'Own/0': 'shared' });
    await expect(plan({ ...asked(), assuranceOf: { 'Own/1': 'shared' } })).rejects.toThrow(
      '--assurance-of: not among the selected problems: Own/1',
    );
  });

  it.each(['', 'two\nlines', 'x'.repeat(81)])('takes %j for no name', async (name) => {
    await expect(async () => plan({ ...asked(), name })).rejects.toMatchObject({ exitCode: 2 });
  });
});
