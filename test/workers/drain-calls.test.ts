import { drainCalls } from '../../workers/drain-calls';

/** So many calls, of which so many are left when the wait is over; `ends`: whether it ever is. */
function callsOf(first: number, left: number, ends = true) {
  const waits: number[] = [];
  const calls = {
    size: first,
    drain: async (withinMs: number) => {
      waits.push(withinMs);
      if (!ends) await new Promise(() => undefined);
      calls.size = left;
      return left;
    },
  };
  return { calls, waits };
}

async function drained(first: number, left: number) {
  const told: unknown[] = [];
  const { calls, waits } = callsOf(first, left);
  await drainCalls(calls, { withinMs: 700, onDraining: (...said) => told.push(said) });
  return { told, waits };
}

describe('the model calls of a worker that is to end', () => {
  it('are waited for up to their time limit, and told', async () => {
    expect(await drained(3, 0)).toEqual({ told: [[3, 'waiting']], waits: [700] });
  });

  it('are told to be given up where they last longer', async () => {
    const { told } = await drained(3, 2);
    expect(told).toEqual([
      [3, 'waiting'],
      [2, 'given-up'],
    ]);
  });

  it('are nothing to wait for where there are none', async () => {
    expect(await drained(0, 0)).toEqual({ told: [], waits: [] });
  });

  it('are given up with another signal', async () => {
    const told: unknown[] = [];
    const { calls } = callsOf(1, 0, false);
    const draining = drainCalls(calls, { withinMs: 1, onDraining: (...said) => told.push(said) });
    process.emit('SIGINT');
    await draining;
    expect(told).toEqual([
      [1, 'waiting'],
      [1, 'given-up'],
    ]);
  });
});
