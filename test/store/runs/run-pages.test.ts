import type { RunPage, Store } from '../../../core/ports/records';
import {
  callUse,
  modelAnswer,
  modelRequest,
  sending,
} from '../../../laboratory/fakes/model-requests';
import {
  attemptResult,
  runConfig,
  searchNode,
  searchOutcome,
} from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
});
afterEach(() => here.dispose());

async function pagesOf(run: string): Promise<readonly RunPage[]> {
  const pages: RunPage[] = [];
  for await (const page of store.runs.pages(run)) pages.push(page);
  return pages;
}

async function call(problem: string, number: number): Promise<void> {
  const identity = number.toString(16).padStart(64, '0');
  const use = callUse({ problem, context: { problem, role: 'solver' } });
  const request = modelRequest({ draw: { sample: 0, ordinal: number } });
  await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 60_000 });
  await store.journal.answer(identity, modelAnswer(), sending(use));
}

describe('the pages of a run', () => {
  it('hold all that reading it at once does, in the same order, some attempts each with their calls', async () => {
    const problems = Array.from({ length: 120 }, (_, number) => `p${String(number)}`);
    await store.runs.createRun('run-1', runConfig({ problems }));
    for (const [position, problem] of problems.entries()) {
      const key = { run: 'run-1', problem, sample: 0 };
      // Two at one place, as no plan has them.
      await store.runs.beginAttempt(key, position === 50 ? 49 : position);
      await call(problem, position);
      const outcome = searchOutcome([searchNode(0), searchNode(1)]);
      if (position % 3 > 0) await store.runs.finishAttempt(key, attemptResult({ outcome }));
    }
    await call('unrecorded', 999);
    const pages = await pagesOf('run-1');
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.flatMap(({ attempts }) => attempts)).toEqual(await store.runs.attempts('run-1'));
    expect(pages.flatMap(({ calls }) => calls)).toEqual(await store.runs.calls('run-1'));
    for (const { attempts, calls } of pages.slice(0, -1)) {
      const own = new Set(attempts.map(({ problem }) => problem));
      expect(calls.every(({ problem }) => own.has(problem))).toBe(true);
    }
    expect(pages.at(-1)?.calls.map(({ problem }) => problem)).toEqual(['unrecorded']);
  });

  it('are none of a run that has not begun', async () => {
    await store.runs.createRun('run-1', runConfig());
    expect(await pagesOf('run-1')).toEqual([]);
  });
});

describe('attempts that are asked for by what they are', () => {
  it('are those of one problem, or those under way', async () => {
    await store.runs.createRun('run-1', runConfig({ samples: 2 }));
    const key = (problem: string, sample: number) => ({ run: 'run-1', problem, sample });
    await store.runs.beginAttempt(key('HumanEval/0', 0), 0);
    await store.runs.beginAttempt(key('HumanEval/1', 1), 3);
    await store.runs.beginAttempt(key('HumanEval/0', 1), 1);
    await store.runs.finishAttempt(key('HumanEval/0', 0), attemptResult());
    const ofOne = await store.runs.attempts('run-1', 'HumanEval/0');
    expect(ofOne.map(({ sample, status }) => [sample, status])).toEqual([
      [0, 'completed'],
      [1, 'running'],
    ]);
    expect(ofOne[0]?.result).toEqual(attemptResult());
    expect(await store.runs.runningAttempts('run-1')).toEqual([
      key('HumanEval/0', 1),
      key('HumanEval/1', 1),
    ]);
  });
});
