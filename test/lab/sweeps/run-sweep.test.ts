import type { RunRecord } from '../../../core/ports/records';
import type { RunStatus } from '../../../core/schemas/run';
import type { PlannedRun } from '../../../lab/planning/plan-run';
import type { WatchEnd } from '../../../lab/runs/watch-run';
import type { Services } from '../../../lab/services/ensure-services';
import { runSweep } from '../../../lab/sweeps/run-sweep';
import { createMemoryStore } from '../../fakes/memory-store';
import { configOf } from '../../report/small-run';

/** What is done about each of three runs, in order; `known` have that status before. */
async function sweep(
  known: Readonly<Record<string, RunStatus>>,
  follow: (record: RunRecord) => WatchEnd = () => ({ kind: 'ended' }),
) {
  const store = createMemoryStore();
  for (const [id, status] of Object.entries(known)) {
    await store.runs.createRun(id, configOf());
    await store.runs.setRunStatus(id, status, null);
  }
  const done: string[] = [];
  const plans = ['a', 'b', 'c'].map((id) => ({ id, config: configOf() }) as PlannedRun);
  const services = { disconnect: async () => void done.push('disconnect') } as unknown as Services;
  const swept = runSweep(store, plans, {
    onRun: ({ run, number, total }) => done.push(`${run}, ${String(number)} of ${String(total)}`),
    start: async ({ id, config }) => {
      const record = await store.runs.createRun(id, config);
      done.push(`start ${id}`);
      return { record, services: record.status === 'completed' ? null : services };
    },
    follow: async (record) => {
      done.push(`follow ${record.id}`);
      return follow(record);
    },
  });
  return { swept, done };
}

describe('a sweep', () => {
  it('starts each run when the one before has ended, and follows only what is under way', async () => {
    const { swept, done } = await sweep({ a: 'completed', b: 'running' });
    const { end, runs } = await swept;
    expect([end, runs.map(({ record }) => record.id)]).toEqual([
      { kind: 'ended' },
      ['a', 'b', 'c'],
    ]);
    expect(done).toEqual([
      ...['a, 1 of 3', 'start a'],
      ...['b, 2 of 3', 'start b', 'follow b', 'disconnect'],
      ...['c, 3 of 3', 'start c', 'follow c', 'disconnect'],
    ]);
  });

  it.each<WatchEnd>([{ kind: 'left' }, { kind: 'paused', reason: 'no money' }])(
    'stops at a run of which watching ended so: %j',
    async (early) => {
      const { swept, done } = await sweep({}, ({ id }) => (id === 'b' ? early : { kind: 'ended' }));
      const { end, runs } = await swept;
      expect([end, runs.map(({ record }) => record.id)]).toEqual([early, ['a', 'b']]);
      expect(done).not.toContain('start c');
    },
  );

  it('lets go of the services when watching fails', async () => {
    const { swept, done } = await sweep({}, () => {
      throw new Error('lost');
    });
    await expect(swept).rejects.toThrow('lost');
    expect(done.slice(-2)).toEqual(['follow a', 'disconnect']);
  });
});
