import { drawBelow, seededChance } from '../../../core/statistics/seeded-chance';
import type { AttemptDigest, AttemptKey, DigestPage, Store } from '../../../core/ports/records';
import {
  callUse,
  modelAnswer,
  modelRequest,
  sending,
} from '../../../laboratory/fakes/model-requests';
import { randomStep } from '../random-step';
import {
  attemptKey,
  attemptResult,
  runConfig,
  searchNode,
  searchOutcome,
} from '../../../laboratory/fakes/record-samples';
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

async function pagesOf(run: string): Promise<readonly DigestPage[]> {
  const pages: DigestPage[] = [];
  for await (const page of store.runs.digests(run)) pages.push(page);
  return pages;
}

const digestsOf = async (run: string): Promise<readonly AttemptDigest[]> =>
  (await pagesOf(run)).flatMap(({ attempts }) => attempts);

const callsIn = ({ attempts, unrecorded }: DigestPage): number =>
  attempts.reduce((sum, one) => sum + one.calls.totals.calls, unrecorded?.totals.calls ?? 0);

/** From the records alone. */
async function foundAnew(run: string): Promise<readonly AttemptDigest[]> {
  const found: AttemptDigest[] = [];
  for await (const { attempts } of store.runs.digests(run, ({ calls }) => calls)) {
    found.push(...attempts);
  }
  return found;
}

const keptCount = (): number =>
  here.database((opened) =>
    opened.prepare('select count(*) from attempt_digests').pluck().get(),
  ) as number;

async function call(key: AttemptKey, number: number): Promise<string> {
  const identity = number.toString(16).padStart(64, '0');
  const use = callUse({ ...key, context: { problem: key.problem, role: 'solver' } });
  const request = modelRequest({ draw: { sample: 0, ordinal: number } });
  await store.journal.claim({ identity, request, use, owner: 'one', leaseMs: 60_000 });
  return identity;
}

async function ended(key: AttemptKey, result = attemptResult()): Promise<void> {
  await store.runs.beginAttempt(key, 0);
  const identity = await call(key, 1);
  await store.journal.answer(identity, modelAnswer(), sending(callUse(key)));
  await store.runs.finishAttempt(key, result);
}

describe('what tables say of attempts', () => {
  it('is what their records say, whatever was done in whatever order', async () => {
    const runs = ['run-1', 'run-2'];
    const problems = ['p0', 'p1', 'p2'];
    for (const run of runs) await store.runs.createRun(run, runConfig({ problems }));
    const counts = new Set<number>();
    for (const seed of [1, 2, 3]) {
      const uniform = seededChance(seed);
      const chance = (below: number): number => drawBelow(uniform, below);
      for (let done = 0; done < 150; done += 1) {
        nowMs += chance(100);
        await randomStep(store, { chance, runs, problems });
        if (done % 5 !== 4) continue;
        counts.add(keptCount());
        for (const run of runs) {
          expect(await digestsOf(run)).toEqual(await foundAnew(run));
          const totals = (await pagesOf(run)).map(callsIn);
          const { calls } = await store.runs.callTotals(run);
          expect(totals.reduce((sum, count) => sum + count, 0)).toBe(calls);
        }
      }
    }
    // Some are kept, and what came later has taken some away.
    expect(counts.size).toBeGreaterThan(2);
  });

  it('is in the order of their places, of calls without an attempt apart', async () => {
    const problems = Array.from({ length: 120 }, (_, number) => `p${String(number)}`);
    await store.runs.createRun('run-1', runConfig({ problems }));
    for (const [position, problem] of problems.entries()) {
      const key = { run: 'run-1', problem, sample: 0 };
      // Two at one place, as no plan has them.
      await store.runs.beginAttempt(key, position === 50 ? 49 : position);
      await call(key, position);
      const outcome = searchOutcome([searchNode(0), searchNode(1)]);
      if (position % 3 > 0) await store.runs.finishAttempt(key, attemptResult({ outcome }));
    }
    await call({ run: 'run-1', problem: 'unrecorded', sample: 0 }, 999);
    const pages = await pagesOf('run-1');
    const digests = pages.flatMap(({ attempts }) => attempts);
    const whole = await store.runs.attempts('run-1');
    expect(digests.map(({ attempt }) => [attempt.problem, attempt.status])).toEqual(
      whole.map(({ problem, status }) => [problem, status]),
    );
    expect(digests).toEqual(await foundAnew('run-1'));
    expect(pages.at(-1)?.unrecorded?.totals.calls).toBe(1);
  });
});

describe('a digest of an attempt', () => {
  const kept = async (change: string): Promise<boolean | undefined> => {
    here.database((opened) => opened.exec(change));
    const [digest] = await digestsOf(attemptKey.run);
    return digest?.attempt.result?.solved;
  };

  beforeEach(async () => {
    await store.runs.createRun(attemptKey.run, runConfig());
    await ended(attemptKey);
  });

  it('is read instead of the records where there is one that this code wrote and can read', async () => {
    const other = `replace(content, '"solved":true', '"solved":false')`;
    expect(await kept(`update attempt_digests set content = ${other}`)).toBe(false);
    expect(await kept('update attempt_digests set format = 0')).toBe(true);
    expect(await kept(`update attempt_digests set format = 1, content = '{"result'`)).toBe(true);
    expect(await kept('delete from attempt_digests')).toBe(true);
  });

  it('is gone when a call of its attempt comes late', async () => {
    expect(keptCount()).toBe(1);
    const identity = await call(attemptKey, 2);
    expect(keptCount()).toBe(0);
    expect(await digestsOf(attemptKey.run)).toEqual(await foundAnew(attemptKey.run));
    const [open] = await digestsOf(attemptKey.run);
    expect(open?.calls.totals).toMatchObject({ calls: 2, paidCalls: 1 });
    await store.journal.answer(identity, modelAnswer(), sending(callUse(attemptKey)));
    const [answered] = await digestsOf(attemptKey.run);
    expect(answered?.calls.totals).toMatchObject({ calls: 2, paidCalls: 2 });
  });
});

describe('an attempt that ended while a call of it was on its way', () => {
  it('is told anew once another one has brought the answer', async () => {
    await store.runs.createRun(attemptKey.run, runConfig());
    await store.runs.beginAttempt(attemptKey, 0);
    const identity = await call(attemptKey, 1);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    expect(keptCount()).toBe(1);
    const other = { ...attemptKey, problem: 'HumanEval/1' };
    await store.journal.answer(identity, modelAnswer({ costUsd: 0.5 }), sending(callUse(other)));
    expect(keptCount()).toBe(0);
    const [digest] = await digestsOf(attemptKey.run);
    expect(digest?.calls.totals).toMatchObject({ calls: 1, paidCalls: 0, costUsd: 0.5 });
  });
});

describe('an attempt of which a figure cannot be found', () => {
  it('ends all the same', async () => {
    await store.runs.createRun(attemptKey.run, runConfig());
    await store.runs.beginAttempt(attemptKey, 0);
    const outcome = { ...searchOutcome([]), answers: undefined as never };
    await store.runs.finishAttempt(attemptKey, attemptResult({ outcome }));
    expect((await store.runs.attemptStatuses(attemptKey.run))[0]?.status).toBe('completed');
    expect(keptCount()).toBe(0);
  });
});

describe('an attempt whose figures the store fails to read', () => {
  it('does not end, and the store says why', async () => {
    await store.runs.createRun(attemptKey.run, runConfig());
    await store.runs.beginAttempt(attemptKey, 0);
    here.database((opened) => opened.exec('drop table call_uses'));
    await expect(store.runs.finishAttempt(attemptKey, attemptResult())).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    expect((await store.runs.attempt(attemptKey))?.status).toBe('running');
  });
});

describe('an attempt that ended without a program', () => {
  it('ends, and is told of, though the text that says why is lost', async () => {
    await store.runs.createRun(attemptKey.run, runConfig());
    await store.runs.beginAttempt(attemptKey, 0);
    const identity = await call(attemptKey, 1);
    await store.journal.answer(identity, modelAnswer(), sending(callUse(attemptKey)));
    const text = '(select text_sha256 from model_calls where text_sha256 is not null)';
    here.database((opened) => {
      opened.pragma('foreign_keys = OFF');
      opened.exec(`delete from blobs where sha256 in ${text}`);
    });
    const nothing = { verdict: 'no-program', solved: false, graded: [] } as const;
    const outcome = searchOutcome([]);
    await store.runs.finishAttempt(attemptKey, attemptResult({ ...nothing, outcome }));
    expect((await store.runs.attempt(attemptKey))?.status).toBe('completed');
    expect(keptCount()).toBe(0);
    await expect(digestsOf(attemptKey.run)).rejects.toMatchObject({ code: 'BLOB_MISSING' });
  });
});
