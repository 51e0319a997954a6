import { NotReadyError, UsageError } from '../../../core/errors/errors';
import { beginOrTell } from '../../../lab/runs/begin-or-tell';
import type { RunStatus } from '../../../core/schemas/run';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

/** A run that is found under way so many times, and has come to `status` when it is told. */
async function told(status: RunStatus, foundUnderWay: number, error: Error) {
  const store = createMemoryStore();
  const { runs } = store;
  await runs.createRun('r', scriptedRunConfig());
  const events: string[] = [];
  const begin = async () => {
    const attached = events.filter((event) => event === 'told').length < foundUnderWay;
    events.push(attached ? 'attached' : 'begun');
    return attached ? ('attached' as const) : ('begun' as const);
  };
  const tell = async () => {
    events.push('told');
    await runs.setRunStatus('r', status, null);
    throw error;
  };
  const end = await beginOrTell(store, 'r', { begin, tell }).catch((thrown: unknown) => thrown);
  return { events, end };
}

const gone = new UsageError('no such running workflow', '', { code: 'NOT_RUNNING' });

describe('a run that ends after it was found under way', () => {
  it('is left as it is when it has completed', async () => {
    expect(await told('completed', 9, gone)).toEqual({
      events: ['attached', 'told'],
      end: undefined,
    });
  });

  it('is begun again when it was cancelled', async () => {
    expect(await told('cancelled', 1, gone)).toEqual({
      events: ['attached', 'told', 'begun'],
      end: undefined,
    });
  });

  it('says so when it refuses each time', async () => {
    const { events, end } = await told('running', 9, gone);
    expect(events.filter((event) => event === 'told')).toHaveLength(3);
    expect(end).toBe(gone);
  });

  it('is not told again when the engine failed', async () => {
    const failed = new NotReadyError('no answer', '');
    expect(await told('completed', 9, failed)).toEqual({
      events: ['attached', 'told'],
      end: failed,
    });
  });
});
