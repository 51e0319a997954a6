import { listRuns } from '../../../lab/runs/list-runs';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const second = 1000;

describe('the list of runs', () => {
  it('has the newest first, each with its status, its reason, its time and its counts', async () => {
    let nowMs = 0;
    const store = createMemoryStore({ now: () => nowMs });
    for (const id of ['first', 'second', 'third']) {
      await store.runs.createRun(id, scriptedRunConfig({ problems: ['P/0', 'P/1'] }));
      nowMs += second;
    }
    await store.runs.setRunStatus('second', 'paused', 'no key');
    const listed = await listRuns(store);
    expect(listed.map(({ run }) => run)).toEqual(['third', 'second', 'first']);
    expect(listed[0]).toMatchObject({ created: '1970-01-01T00:00:02.000Z', total: 2 });
    expect(listed[1]).toMatchObject({ status: 'paused', reason: 'no key', solved: 0 });
    expect(listed[2]).toMatchObject({ created: '1970-01-01T00:00:00.000Z', reason: null });
  });

  it('is empty where there are none', async () => {
    expect(await listRuns(createMemoryStore())).toEqual([]);
  });
});
