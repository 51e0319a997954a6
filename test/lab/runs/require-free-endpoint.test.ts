import { requireFreeEndpoint } from '../../../lab/runs/require-free-endpoint';
import { ensureProcess } from '../../../processes';
import type { RunConfig } from '../../../core/schemas/run';
import { createMemoryStore } from '../../fakes/memory-store';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { scripted } from '../../processes/detached-scripts';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

afterEach(() => cleanUp(['worker']));

const asking = (logicalEndpoint: string, kind = 'endpoint'): RunConfig => {
  const config = scriptedRunConfig();
  return { ...config, model: { ...config.model, kind, logicalEndpoint } as RunConfig['model'] };
};

/** Whether a run that asks `config` may begin beside one that asks endpoint A. */
async function begin(
  config: RunConfig,
  {
    worker = true,
    status = 'running',
    id = 'second',
    movedTo = null as string | null,
    otherMovedTo = null as string | null,
  } = {},
) {
  const store = createMemoryStore();
  await store.runs.createRun('first', asking('http://a.test/v1'));
  await store.runs.setRunStatus('first', status as 'running', null);
  await store.runs.moveRun('first', otherMovedTo);
  const folder = scratchState();
  if (worker)
    await ensureProcess(
      folder,
      scripted(folder, 'setInterval(() => {}, 1000)', { name: 'worker' }),
    );
  await requireFreeEndpoint({ folder } as never, store, { id, config, movedTo });
}

describe('the endpoint of a worker that a run under way asks', () => {
  it('is not taken from it: the other run is named, with what can be done', async () => {
    await expect(begin(asking('http://b.test/v1'))).rejects.toMatchObject({
      code: 'ENDPOINT_IN_USE',
      exitCode: 3,
      message: expect.stringContaining(
        'run first is under way and asks http://a.test/v1',
      ) as string,
      remedy: expect.stringContaining('run cancel first') as string,
    });
  });

  it.each([
    ['another run asks the same one', asking('http://a.test/v1'), {}],
    ['another run asks none', asking('simulated:1', 'simulated'), {}],
    ['that run is paused', asking('http://b.test/v1'), { status: 'paused' }],
    ['it is the run itself that began with it', asking('http://b.test/v1'), { id: 'first' }],
    ['the run has moved to it', asking('http://b.test/v1'), { movedTo: 'http://a.test/v1' }],
    ['that run has moved', asking('http://b.test/v1'), { otherMovedTo: 'http://b.test/v1' }],
    ['no worker is there', asking('http://b.test/v1'), { worker: false }],
  ])('is no hindrance when %s', async (_, config, facts) => {
    await expect(begin(config, facts)).resolves.toBeUndefined();
  });
});
