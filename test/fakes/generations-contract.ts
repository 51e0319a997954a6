import type { AttemptResult, Store } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';
import { attemptKey, runConfig, ungraded } from '../../laboratory/fakes/record-samples';

/** A store without runs, for one test. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly close?: () => Promise<void>;
}

/** What every store promises of late writes; run it on each implementation. */
export function describeGenerationsContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
): void {
  describe(`${name} lets only the newest work on a run write`, () => {
    let opened: StoreUnderTest;
    let runs: Store['runs'];
    beforeEach(async () => {
      opened = await open();
      ({ runs } = opened.store);
      await runs.createRun(attemptKey.run, runConfig());
    });
    afterEach(async () => opened.close?.());

    const { run } = attemptKey;
    const begun = async () => ({ ...attemptKey, generation: await runs.beginGeneration(run) });
    const superseded = { code: 'WORK_SUPERSEDED', fate: 'pauses-run' };
    const status = async () => (await runs.run(run))?.status;

    it('takes a status from the newest generation, and from no earlier one', async () => {
      const { generation: first } = await begun();
      const { generation } = await begun();
      expect(generation).not.toBe(first);
      expect((await runs.run(run))?.generation).toBe(generation);
      await runs.setRunStatus(run, 'completed', null, { generation, place: 1 });
      await runs.setRunStatus(run, 'paused', 'late', { generation: first, place: 9 });
      expect(await status()).toBe('completed');
    });

    it('takes the statuses of one generation in their order, whenever they come', async () => {
      const { generation } = await begun();
      await runs.setRunStatus(run, 'completed', null, { generation, place: 3 });
      await runs.setRunStatus(run, 'paused', 'late', { generation, place: 2 });
      await runs.setRunStatus(run, 'completed', null, { generation, place: 3 });
      expect(await runs.run(run)).toMatchObject({ status: 'completed', reason: null });
      const { generation: next } = await begun();
      await runs.setRunStatus(run, 'running', null, { generation: next, place: 1 });
      expect(await status()).toBe('running');
    });

    it('lets no earlier work begin, end or say anything of an attempt', async () => {
      const early = await begun();
      await runs.beginAttempt(early, 0);
      const newest = await begun();
      await runs.beginAttempt(newest, 0);
      await runs.setWaiting(newest, 'HTTP 503');
      await expect(runs.beginAttempt(early, 0)).rejects.toMatchObject(superseded);
      await expect(runs.finishAttempt(early, ungraded('cancelled'))).rejects.toMatchObject(
        superseded,
      );
      await runs.setWaiting(early, null);
      expect(await runs.attempt(attemptKey)).toMatchObject({
        status: 'running',
        waiting: 'HTTP 503',
      });
      const { noOutcome } = workRow('evaluation');
      const sample = {
        ...early,
        position: 0,
        result: { ...ungraded('unscored'), outcome: noOutcome },
      };
      await expect(
        runs.recordAttempts([sample as typeof sample & { result: AttemptResult<never> }]),
      ).rejects.toMatchObject(superseded);
    });

    it('begins an attempt once a generation: a begin that comes late undoes no end', async () => {
      const first = await begun();
      await runs.beginAttempt(first, 0);
      await runs.finishAttempt(first, ungraded('unscored'));
      expect(await runs.beginAttempt(first, 0)).toMatchObject({ status: 'unscored' });
      const next = await begun();
      expect(await runs.beginAttempt(next, 0)).toMatchObject({ status: 'running', result: null });
    });

    it('takes an end of the newest work for one that only an earlier one had begun', async () => {
      await runs.beginAttempt(await begun(), 0);
      const newest = await begun();
      await runs.finishAttempt(newest, ungraded('unscored'));
      expect(await runs.beginAttempt(newest, 0)).toMatchObject({ status: 'unscored' });
    });
  });
}
