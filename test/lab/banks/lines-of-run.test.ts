import { programHashOf } from '../../../llm/simulated/bank/bank-row';
import { linesOfRun } from '../../../lab/banks/lines-of-run';
import type { AttemptResult, Store } from '../../../core/ports/records';
import type { RunConfig } from '../../../core/schemas/run';
import {
  attemptResult,
  runConfig,
  searchNode,
  searchOutcome,
  testOutcome,
} from '../../../laboratory/fakes/record-samples';
import { createMemoryStore } from '../../fakes/memory-store';

const problem = 'HumanEval/0';
const programs = ['first\n', '\nsecond', 'third'];

/** A finished search: the third node repairs the second, whose reply held no program; the fourth repairs the first. */
async function storeWith(
  changes: Partial<AttemptResult> = {},
  config: Partial<Extract<RunConfig, { kind: 'search' }>> = {},
): Promise<Store> {
  const store = createMemoryStore();
  const [first = '', second = '', third = ''] = await Promise.all(
    programs.map((text) => store.blobs.put(text)),
  );
  await store.runs.createRun('run-1', runConfig({ problems: [problem], ...config }));
  const key = { run: 'run-1', problem, sample: 2 };
  await store.runs.beginAttempt(key, 0);
  const nodes = [
    searchNode(0, { program: first }),
    searchNode(1, { program: null, parent: null }),
    searchNode(2, { program: second, parent: 'n1' }),
    searchNode(3, { program: third, parent: 'n0' }),
  ];
  const failed = { ...testOutcome, kind: 'failed' } as const;
  await store.runs.finishAttempt(
    key,
    attemptResult({
      outcome: searchOutcome(nodes),
      graded: [
        { program: first, outcome: failed },
        { program: third, outcome: testOutcome },
      ],
      ...changes,
    }),
  );
  await store.runs.setRunStatus('run-1', 'completed', null);
  return store;
}

describe('the programs of a run as a bank', () => {
  it('are those of its nodes, each with what it was made from and what the hidden tests said', async () => {
    const lines = await linesOfRun(await storeWith(), 'run-1');
    const shared = {
      ...{ task_id: problem, model: 'gpt-4o-mini', method: 'code-tree' },
      ...{ source: 'espalier:run-1', chain: `run-1#${problem}/2` },
    };
    const [first, second, third] = programs;
    expect(lines).toEqual([
      { ...shared, step: 0, parent: null, program: first, recorded_pass: false },
      { ...shared, step: 2, parent: null, program: second, recorded_pass: null },
      {
        ...{ ...shared, step: 3, parent: programHashOf('first') },
        ...{ program: third, recorded_pass: true },
      },
    ]);
  });

  it('have no label where a verdict stands only for as long as nobody looks closer', async () => {
    const doubtful = { ...testOutcome, kind: 'failed', detail: 'not-data' } as const;
    const store = await storeWith();
    const [attempt] = await store.runs.attempts('run-1');
    const graded = (attempt?.result?.graded ?? []).map((one) => ({ ...one, outcome: doubtful }));
    const labels = async (level?: AttemptResult['level']) =>
      (await linesOfRun(await storeWith({ graded, level }), 'run-1')).map(
        ({ recorded_pass: label }) => label,
      );
    expect(await labels()).toEqual([null, null, null]);
    const byReference = { kind: 'found', level: 'data', by: 'reference' } as AttemptResult['level'];
    expect(await labels(byReference)).toEqual([false, null, false]);
  });

  it('are none of an attempt without an outcome', async () => {
    const outcome = { kind: 'none' } as unknown as AttemptResult['outcome'];
    expect(await linesOfRun(await storeWith({ outcome }), 'run-1')).toEqual([]);
  });

  it('are not taken from a run that was graded otherwise, or goes on, or is not there', async () => {
    const grading = { profile: 'evalplus' } as const;
    const refusal = { code: 'RUN_NOT_FOR_BANK', exitCode: 2 };
    await expect(linesOfRun(await storeWith({}, { grading }), 'run-1')).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining('graded as evalplus') as string,
    });
    const store = await storeWith();
    await store.runs.setRunStatus('run-1', 'paused', null);
    await expect(linesOfRun(store, 'run-1')).rejects.toMatchObject({
      ...refusal,
      message: 'run run-1 is paused',
      remedy: 'Finish it: espalier run resume run-1',
    });
    await expect(linesOfRun(store, 'other')).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});
