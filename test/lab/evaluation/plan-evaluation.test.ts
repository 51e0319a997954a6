import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import type { EvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import type { StartableRun } from '../../../lab/runs/start-run';
import { samplesAt } from '../../../store/sample-pages';
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

  it('is planned with its samples by problem, each with its place in the file, and says what it lacks', async () => {
    const store = createMemoryStore();
    const notes: string[] = [];
    const context = {
      settings: readSettings({ HOME: folder }),
      note: (text: string) => void notes.push(text),
    };
    const completion = (task_id: string, value: number) => ({
      ...{ task_id, completion: `    return ${String(value)}\n` },
    });
    const request = {
      dataset: written('three.jsonl', ['Own/0', 'Own/1', 'Own/2'].map(row)),
      samples: written('mixed.jsonl', [
        ...[completion('Own/2', 1), completion('Own/0', 2), completion('Else/9', 3)],
        completion('Own/2', 4),
      ]),
      allowMissing: true,
    };
    const planned = await planEvaluation(context, store, checkEvaluationRequest(request));
    expect(planned.concurrency).toBe(2);
    expect(planned.config).toMatchObject({
      ...{ kind: 'evaluation', method: 'evaluate', problems: ['Own/0', 'Own/2'], samples: 2 },
      ...{ model: { kind: 'none' }, regrade: false },
      evaluation: {
        ...{ source: 'mixed.jsonl', counts: [1, 2], missing: ['Own/1'] },
        sanitiser: { name: 'none' },
      },
    });
    const { evaluation } = planned.config as { evaluation: { pages: string } };
    const kept = await samplesAt(store.blobs, evaluation.pages, { from: 0, to: 3 });
    expect(kept.map(({ problem, sample, text }) => [problem, sample, text.trim()])).toEqual([
      ['Own/0', 0, 'return 2'],
      ['Own/2', 0, 'return 1'],
      ['Own/2', 1, 'return 4'],
    ]);
    expect(kept.map(({ place }) => place)).toEqual([1, 0, 2]);
    expect(notes[0]).toBe('left out: three has no Else/9');
    expect(notes).toHaveLength(2);
    const even = written('even.jsonl', [completion('Own/2', 1), completion('Own/0', 2)]);
    const { config } = await planEvaluation(
      context,
      store,
      checkEvaluationRequest({ ...request, samples: even, concurrency: 5 }),
    );
    expect(config).not.toHaveProperty('evaluation.counts');
    expect(config.samples).toBe(1);
  });

  it('needs a sample of every problem unless it may lack some', async () => {
    await expect(plan({ ...asked(), allowMissing: false })).rejects.toMatchObject({ exitCode: 2 });
  });

  it.each<[Partial<EvaluationRequest>, object]>([
    [{ grading: 'human-eval' }, { grading: { profile: 'human-eval' } }],
    [
      { grading: 'human-eval', caseSeconds: 2, testDetails: true },
      { grading: { profile: 'human-eval', caseSeconds: 2, details: true } },
    ],
    [{ regrade: true }, { regrade: true }],
    [{ scoreBadReferences: true }, { scoreBadReferences: true }],
    [{ fresh: 'again' }, { fresh: 'again' }],
    [{ assurance: 'data' }, { assurance: 'data' }],
    [{ sanitise: 'evalplus' }, { evaluation: { sanitiser: { name: 'evalplus' } } }],
  ])('is planned as it is asked for, with %j', async (changes, config) => {
    const usual = await plan(asked());
    for (const member of ['grading', 'scoreBadReferences', 'fresh']) {
      expect(usual.config).not.toHaveProperty(member);
    }
    expect((await plan({ ...asked(), ...changes })).config).toMatchObject(config);
  });

  it.each<[Partial<EvaluationRequest>, string]>([
    [{ caseSeconds: 2 }, '--case-seconds means nothing for --grading strict'],
    [{ testDetails: true }, '--test-details means nothing for --grading strict'],
  ])('is refused with %j where our own rules grade', async (changes, message) => {
    await expect(plan({ ...asked(), ...changes })).rejects.toMatchObject({ exitCode: 2, message });
  });

  it.each(['', 'two\nlines', 'x'.repeat(81)])('takes %j for no name', async (name) => {
    await expect(async () => plan({ ...asked(), name })).rejects.toMatchObject({ exitCode: 2 });
  });
});
