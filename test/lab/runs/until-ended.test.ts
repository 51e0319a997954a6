import type { RunCounts, RunRecord } from '../../../core/ports/records';
import { untilEnded } from '../../../lab/runs/until-ended';

/** A run of which so many items have ended at each look, and that has ended behind the last of them. */
function runOf(looks: readonly number[]) {
  let look = 0;
  return {
    run: () => {
      const status = look >= looks.length ? 'cancelled' : 'running';
      return Promise.resolve({ status } as unknown as RunRecord);
    },
    counts: () => {
      const cancelled = looks[look] ?? 0;
      look += 1;
      return Promise.resolve({ completed: 0, unscored: 0, cancelled } as unknown as RunCounts);
    },
  };
}

describe('waiting for the end of a run that was told to end', () => {
  it('goes on for as long as its items come to their ends', async () => {
    const runs = runOf(Array.from({ length: 12 }, (_, place) => place));
    await expect(untilEnded({ runs }, 'r', 30_000)).resolves.toBeUndefined();
  });

  it('is given up when none has for some time, with what to do', async () => {
    const runs = runOf([1, 2, ...Array.from({ length: 100 }, () => 3)]);
    await expect(untilEnded({ runs }, 'r', 400)).rejects.toMatchObject({
      code: 'CANCEL_PENDING',
      message: 'run r has been told to end, and nothing of it has ended for 0.4 s',
      remedy: expect.stringContaining('espalier doctor') as string,
    });
  });
});
