import { digestSums, noSums, runSums } from '../../../core/metrics/run-sums';
import { drawBelow, seededChance } from '../../../core/statistics/seeded-chance';
import type { AttemptKey, Store } from '../../../core/ports/records';
import type { RunSums } from '../../../core/ports/run-sums';
import { kindsOfWork } from '../../../core/kinds/kinds';
import { positionsInBlock } from '../../../store/migrations/block-sums';
import { inOrder } from '../../core/metrics/in-order';
import {
  callUse,
  modelAnswer,
  modelRequest,
  sending,
} from '../../../laboratory/fakes/model-requests';
import { randomStep } from '../random-step';
import { attemptResult, runConfig } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
let nowMs: number;
beforeEach(async () => {
  here = createStoreFolder();
  nowMs = 1_700_000_000_000;
  store = await here.open({ clock: () => nowMs });
});
afterEach(() => here.dispose());

/** Attempt by attempt, from the records alone, and what the pages of digests say of calls without an attempt. */
async function foundAnew(run: string): Promise<RunSums> {
  const sums = runSums();
  for await (const { attempts } of store.runs.digests(run, ({ calls }) => calls)) {
    for (const digest of attempts) sums.add(digestSums(digest));
  }
  for await (const { unrecorded } of store.runs.digests(run)) {
    if (unrecorded !== null) sums.add({ ...noSums, calls: unrecorded });
  }
  return sums.result();
}

const change = (text: string): void => {
  here.database((opened) => opened.exec(text));
};

/** How many attempts each kept block has in it. */
const keptBlocks = (): readonly number[] =>
  here.database((opened) =>
    opened.prepare('select attempts from block_sums order by run, block').pluck().all(),
  ) as number[];

async function call(key: AttemptKey, number: number): Promise<string> {
  const identity = number.toString(16).padStart(64, '0');
  const use = callUse({ ...key, context: { problem: key.problem, role: 'solver' } });
  const request = modelRequest({ draw: { sample: 0, ordinal: number } });
  await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 60_000 });
  await store.journal.answer(identity, modelAnswer(), sending(use));
  return identity;
}

const run = 'run-1';
const keyOf = (position: number): AttemptKey => ({
  run,
  problem: `p${String(position)}`,
  sample: 0,
});

async function ended(position: number, result = attemptResult()): Promise<void> {
  await store.runs.beginAttempt(keyOf(position), position);
  await call(keyOf(position), position);
  await store.runs.finishAttempt(keyOf(position), result);
}

describe('what a run comes to', () => {
  it('is the sum of its attempts, whatever was done in whatever order', async () => {
    const runs = ['run-1', 'run-2'];
    const problems = ['p0', 'p1', 'p2', 'p3'];
    for (const id of runs) await store.runs.createRun(id, runConfig({ problems }));
    const seen = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const uniform = seededChance(seed);
      const chance = (below: number): number => drawBelow(uniform, below);
      for (let done = 0; done < 150; done += 1) {
        nowMs += chance(100);
        // Two problems to a block.
        const apart = positionsInBlock / 2;
        await randomStep(store, { chance, runs, problems, apart });
        if (done % 5 !== 4) continue;
        seen.add(JSON.stringify(keptBlocks()));
        for (const id of runs) {
          expect(inOrder(await store.runs.sums(id))).toEqual(inOrder(await foundAnew(id)));
        }
      }
    }
    // Some are kept, with one attempt or several, and what came later has taken some away.
    expect(seen.size).toBeGreaterThan(4);
  });
});

describe('the sums of a block', () => {
  const solvedOf = async (): Promise<number> =>
    (await store.runs.sums(run)).attempts.verdicts.filter(([, code]) => code.startsWith('1'))
      .length;

  beforeEach(async () => {
    await store.runs.createRun(run, runConfig());
    for (const position of [0, 1, positionsInBlock]) await ended(position);
    expect(keptBlocks()).toEqual([2, 1]);
  });

  it('are read instead of its attempts where this code wrote them and can read them', async () => {
    change(`update block_sums set content = replace(content, '"p0","1', '"p0","0')`);
    expect(await solvedOf()).toBe(2);
    change(`update block_sums set format = '0.0'`);
    expect(await solvedOf()).toBe(3);
    change(`update block_sums set content = '{"attempts"'`);
    expect(await solvedOf()).toBe(3);
    for (const shape of ['null', '{}', '{"attempts":{},"calls":{}}', '7']) {
      change(`update block_sums set content = '${shape}'`);
      expect(await solvedOf()).toBe(3);
    }
    change('delete from block_sums');
    expect(await solvedOf()).toBe(3);
  });

  it('and of others that nobody can read keep no attempt from ending', async () => {
    change(`update block_sums set content = '{"attempts":[]}'`);
    await ended(2);
    expect(await solvedOf()).toBe(4);
    // One that no sum can be made of, of code before there were sums.
    change(`update attempt_digests set content = '{"result":{},"calls":{}}' where problem = 'p1'`);
    await ended(3);
    expect((await store.runs.attemptStatuses(run)).map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 'completed'),
    );
    expect(keptBlocks()).toEqual([1]);
  });

  it('grow with each attempt that ends, and are added up anew where there are none', async () => {
    await ended(2);
    expect(keptBlocks()).toEqual([3, 1]);
    change('delete from block_sums where block = 0');
    await ended(3);
    expect(keptBlocks()).toEqual([4, 1]);
    change(`update block_sums set format = '0.0'`);
    await ended(4);
    expect(keptBlocks()).toEqual([5, 1]);
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('stand beside attempts under way, which are read from their records', async () => {
    await store.runs.beginAttempt(keyOf(2), 2);
    await call(keyOf(2), 2);
    await store.runs.setWaiting(keyOf(2), 'the endpoint is busy');
    expect(keptBlocks()).toEqual([2, 1]);
    const { attempts, calls } = await store.runs.sums(run);
    expect(attempts.statuses).toEqual({ completed: 3, running: 1 });
    expect(attempts.unfinished).toMatchObject([{ problem: 'p2', cause: 'the endpoint is busy' }]);
    expect(calls.totals.calls).toBe(4);
  });

  it.each([
    ['a call of one of its attempts comes late', () => call(keyOf(1), 99)],
    [
      'a digest is written by code that knows no sums',
      () => change(`update attempt_digests set format = format where problem = 'p1'`),
    ],
    ['a digest is taken away', () => change(`delete from attempt_digests where problem = 'p1'`)],
    [
      'an attempt goes',
      () => change(`pragma foreign_keys = off; delete from attempts where problem = 'p1'`),
    ],
  ] as const)('are gone when %s', async (_, happen) => {
    await happen();
    expect(keptBlocks()).toEqual([1]);
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('are gone when a digest is added by code that knows no sums', async () => {
    await store.runs.beginAttempt(keyOf(2), 2);
    expect(keptBlocks()).toEqual([2, 1]);
    change(`insert into attempt_digests
            select run, 'p2', sample, format, content from attempt_digests where problem = 'p1'`);
    expect(keptBlocks()).toEqual([1]);
  });

  it('are gone of both blocks when an attempt moves from one to the other', async () => {
    change(`update attempts set position = ${String(positionsInBlock + 1)} where problem = 'p1'`);
    expect(keptBlocks()).toEqual([]);
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('are not kept where a digest in them cannot be read, and its attempt counts all the same', async () => {
    change(`update attempt_digests set content = '{"result"' where problem = 'p1'`);
    await ended(2);
    expect(keptBlocks()).toEqual([1]);
    expect(await solvedOf()).toBe(4);
  });

  it('are those of every attempt, wherever it stands, and of several at one position', async () => {
    // Blocks are read 32 at a time.
    const far = [31, 32, 64].map((blocks) => blocks * positionsInBlock + 3);
    for (const position of far) await ended(position);
    const beside = { ...keyOf(far[0] ?? 0), sample: 1 };
    await store.runs.beginAttempt(beside, far[0] ?? 0);
    await store.runs.finishAttempt(beside, attemptResult());
    expect(keptBlocks()).toEqual([2, 1, 2, 1, 1]);
    expect(await solvedOf()).toBe(7);
    await store.runs.beginAttempt(keyOf(7), far[2] ?? 0);
    expect((await store.runs.sums(run)).attempts.statuses).toEqual({ completed: 7, running: 1 });
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('are right where two processes write to one block in turn', async () => {
    const other = await here.open({ clock: () => nowMs });
    for (const position of [2, 3, 4, 5]) {
      const writer = position % 2 === 0 ? store : other;
      await writer.runs.beginAttempt(keyOf(position), position);
      await writer.runs.finishAttempt(keyOf(position), attemptResult());
    }
    expect(keptBlocks()).toEqual([6, 1]);
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('are kept of many that begin and end at once', async () => {
    const outcome = kindsOfWork.evaluation.noOutcome;
    const graded = [2, 3, 2, positionsInBlock + 1].map((position) => ({
      ...keyOf(position),
      position,
      result: { ...attemptResult(), outcome },
    }));
    await store.runs.recordAttempts(graded);
    expect(keptBlocks()).toEqual([4, 2]);
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });

  it('are kept of each run apart, though a figure of one that ends with the others is lost', async () => {
    await store.runs.createRun('run-2', runConfig());
    const result = { ...attemptResult(), outcome: kindsOfWork.evaluation.noOutcome };
    const at = (position: number) => ({ ...keyOf(position), position, result });
    const broken = { ...at(2), result: { ...result, graded: undefined as never } };
    await store.runs.recordAttempts([broken, at(3), { ...at(2), run: 'run-2' }]);
    expect(keptBlocks()).toEqual([3, 1, 1]);
    expect((await store.runs.sums('run-2')).attempts.statuses).toEqual({ completed: 1 });
  });

  it('count an attempt that was tried again once', async () => {
    await ended(5, attemptResult({ status: 'unscored', verdict: null, cause: 'no sandbox' }));
    expect((await store.runs.sums(run)).attempts.statuses).toMatchObject({ unscored: 1 });
    await ended(5);
    expect((await store.runs.sums(run)).attempts.statuses).toEqual({ completed: 4 });
    expect(inOrder(await store.runs.sums(run))).toEqual(inOrder(await foundAnew(run)));
  });
});
