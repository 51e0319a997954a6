import { failure, nextInput, WorkflowWorld } from '../support/workflow-world';

import { failureTypes } from '../../../core/errors/failure-fate';
import type { PlannedItem } from '../../../core/ports/work';
import { windowOver } from '../../../workflows/work/run-window';
import type { ItemRows, RunWindowInput } from '../../../workflows/work/run-window';
import { workSetting } from '../support/work-setting';

const noOutcome = { kind: 'search', nothing: true };
const rows = { search: { workflow: 'solve', phase: 'searching', noOutcome } };
const runWindow = windowOver(rows as unknown as ItemRows);

const item = (position: number): PlannedItem => ({
  ...{ problem: `P/${String(position)}`, sample: 0, position },
});
const idOf = (position: number): string => `run/P/${String(position)}/0`;
const childOf = (id: string): number => Number(id.split('/')[2]);

interface Given {
  readonly items?: number;
  readonly input?: Partial<RunWindowInput>;
  readonly setting?: Parameters<typeof workSetting>[0];
  readonly closed?: (ids: readonly string[]) => unknown;
  readonly status?: () => void;
  readonly recorded?: () => void;
  readonly signalled?: (signal: { readonly to: string; readonly name: string }) => void;
  readonly isHeld?: (id: string) => boolean;
}

/** A run whose items end when the test says so. */
async function window({ items = 5, input = {}, setting = {}, ...given }: Given = {}) {
  const ends = new Map<string, (end: unknown) => void>();
  const statuses: unknown[] = [];
  const ungraded: unknown[] = [];
  const looked: (readonly string[])[] = [];
  const world = new WorkflowWorld({
    activities: {
      loadPlan: ({ from, size }: { from: number; size: number }) => {
        const all = Array.from({ length: items }, (_, at) => item(at));
        const next = from + Math.min(size, 3);
        return {
          attempts: all.slice(from, next),
          next: next < items ? next : null,
          total: items + 10,
        };
      },
      setRunStatus: (told: unknown) => {
        given.status?.();
        statuses.push(told);
      },
      recordUngraded: (told: unknown) => {
        given.recorded?.();
        ungraded.push(told);
        return { status: 'unscored', solved: false };
      },
      closedItems: ({ ids }: { ids: readonly string[] }) => {
        looked.push(ids);
        return given.closed?.(ids) ?? [];
      },
    },
    child: (id) =>
      new Promise((resolve, reject) => {
        ends.set(id, (end) => {
          if (end instanceof Error) reject(end);
          else resolve(end);
        });
      }),
    ...(given.signalled === undefined ? {} : { signalled: given.signalled }),
    ...(given.isHeld === undefined ? {} : { isHeld: given.isHeld }),
  });
  const ended: unknown[] = [];
  runWindow({ setting: workSetting(setting), concurrency: 2, ...input }).then(
    (summary) => ended.push(summary),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  const end = async (position: number, how: unknown = { status: 'completed' }): Promise<void> => {
    ends.get(idOf(position))?.(how);
    await world.settle();
  };
  const started = () => world.children.map(({ id }) => childOf(id));
  return { world, statuses, ungraded, looked, ended, end, started };
}

const said = (statuses: readonly unknown[]) =>
  (statuses as readonly { status: string; reason: string | null }[]).map(
    ({ status, reason }) => `${status} ${String(reason)}`,
  );

describe('a run', () => {
  it('works on so many items at a time, in order, and then has ended', async () => {
    const { world, statuses, ended, end, started } = await window();
    expect(started()).toEqual([0, 1]);
    expect(world.query('progress')).toEqual({
      ...{ paused: null, inFlight: [idOf(0), idOf(1)], started: 2, total: 15, concurrency: 2 },
    });
    await end(1);
    expect(started()).toEqual([0, 1, 2]);
    for (const position of [0, 2, 3]) await end(position);
    expect([started(), ended]).toEqual([[0, 1, 2, 3, 4], []]);
    await end(4);
    expect(ended).toEqual([{ started: 5 }]);
    expect(statuses).toEqual([
      { run: 'run', status: 'running', reason: null, told: { generation: 'g1', place: 1 } },
      { run: 'run', status: 'completed', reason: null, told: { generation: 'g1', place: 2 } },
    ]);
    await expect(world.update('set-concurrency', 3)).rejects.toThrow('the run has ended');
    await expect(world.update('pause', 'night')).rejects.toThrow('the run has ended');
  });

  it('tells its items what they work on', async () => {
    const { world } = await window();
    expect(world.children[1]?.args).toEqual([
      {
        ...{ setting: workSetting(), position: 1, paused: null },
        attempt: { run: 'run', problem: 'P/1', sample: 0, generation: 'g1' },
      },
    ]);
    expect(world.asked[1]).toEqual({
      name: 'loadPlan',
      args: [{ run: 'run', from: 0, size: 200 }],
    });
  });

  it('takes another number of items at a time, from 1 to 1,000', async () => {
    const { world, started } = await window();
    for (const bad of [0, 1_001, 1.5]) {
      await expect(world.update('set-concurrency', bad)).rejects.toThrow('1 to 1000 items');
    }
    await world.update('set-concurrency', 1_000);
    expect(started()).toEqual([0, 1, 2, 3, 4]);
    await world.update('set-concurrency', 1);
    expect(world.query('progress')).toMatchObject({ concurrency: 1 });
  });

  it('starts nothing while it is paused, and tells its items and the store', async () => {
    const { world, statuses, end, started } = await window();
    await world.update('pause', 'night');
    expect(said(statuses)).toEqual(['running null', 'paused night']);
    expect(world.signals).toEqual([
      { to: idOf(0), name: 'pause-signal', args: ['night'] },
      { to: idOf(1), name: 'pause-signal', args: ['night'] },
    ]);
    await end(0);
    expect(started()).toEqual([0, 1]);
    await world.update('resume');
    expect(said(statuses).at(-1)).toBe('running null');
    expect([started(), world.phases]).toEqual([
      [0, 1, 2],
      ['running', 'paused', 'running'],
    ]);
  });

  it('does not end while it is paused', async () => {
    const { world, ended, end } = await window({ items: 1 });
    await world.update('pause', 'night');
    await end(0);
    expect(ended).toEqual([]);
    await world.update('resume');
    expect(ended).toEqual([{ started: 1 }]);
  });

  it('that was paused before goes on with that, and says nothing of it again', async () => {
    const { world, statuses, started } = await window({ input: { paused: 'night', told: 7 } });
    expect([statuses, started()]).toEqual([[], []]);
    await world.update('resume');
    expect(started()).toEqual([0, 1]);
    expect(statuses).toMatchObject([{ status: 'running', reason: null, told: { place: 8 } }]);
  });

  it('records an item that ended without a record, with the root of its failure', async () => {
    const { ungraded, ended, end, started } = await window();
    await end(0, failure(failureTypes.terminal));
    const attempt = { run: 'run', problem: 'P/0', sample: 0, generation: 'g1' };
    expect(ungraded).toEqual([
      { attempt, position: 0, outcome: noOutcome, status: 'unscored', cause: 'so' },
    ]);
    expect([started(), ended]).toEqual([[0, 1, 2], []]);
  });

  it('goes on when that record cannot be written', async () => {
    const { end, started } = await window({
      recorded: () => {
        throw failure(failureTypes.terminal);
      },
    });
    await end(0, failure(failureTypes.terminal));
    expect(started()).toEqual([0, 1, 2]);
  });

  it('pauses again where the store cannot take the end of the pause', async () => {
    let full = false;
    const { world } = await window({
      status: () => {
        if (full) throw failure(failureTypes['pauses-run']);
      },
    });
    await world.update('pause', 'night');
    full = true;
    await world.update('resume');
    expect(world.query('progress')).toMatchObject({ paused: 'so' });
  });

  it('that is cancelled waits for its items, and then says so', async () => {
    const { world, statuses, ended, end } = await window();
    await world.cancel();
    expect(said(statuses)).toEqual(['running null']);
    await end(0);
    await end(1);
    expect(said(statuses).at(-1)).toBe('cancelled null');
    expect(ended).toMatchObject([{ name: 'CancelledFailure' }]);
  });
});

describe('the next history of a run', () => {
  const full = { timing: { maxHistory: 50 } };

  it('begins when this one is full, with the items under way, which are asked to tell their end', async () => {
    const { world, ended, started } = await window({
      setting: full,
      input: { told: 4, started: 9 },
    });
    expect(started()).toEqual([0, 1]);
    world.historyIs({ historyLength: 50 });
    await world.settle();
    expect(world.signals).toEqual([
      { to: idOf(0), name: 'tell-end', args: [] },
      { to: idOf(1), name: 'tell-end', args: [] },
    ]);
    expect(nextInput(ended[0])).toEqual({
      ...{ setting: workSetting(full), concurrency: 2, from: 2, started: 11, paused: null },
      ...{ told: 5, inFlight: [item(0), item(1)] },
    });
  });

  it('does not begin before this one has done anything', async () => {
    const { world, ended } = await window({
      setting: full,
      items: 0,
      input: { inFlight: [item(7)] },
    });
    world.historyIs({ historyLength: 50 });
    await world.settle();
    expect(ended).toEqual([]);
    world.historyIs({ continueAsNewSuggested: true });
    await world.settle();
    expect(nextInput(ended[0])).toMatchObject({ inFlight: [item(7)], from: null });
  });

  it('takes the ends that items tell, once each', async () => {
    const { world, ungraded, started } = await window({
      items: 4,
      input: { inFlight: [item(0), item(1)], from: 2 },
    });
    expect([started(), world.query('progress')]).toEqual([
      [],
      expect.objectContaining({ inFlight: [idOf(0), idOf(1)] }) as unknown,
    ]);
    await world.signal('item-ended', { id: 'run/other/0', cause: 'odd' });
    await world.signal('item-ended', { id: idOf(0), cause: null });
    expect(started()).toEqual([2]);
    const end = { id: idOf(1), cause: 'it broke' };
    await Promise.all([world.signal('item-ended', end), world.signal('item-ended', end)]);
    expect(ungraded).toMatchObject([{ position: 1, cause: 'it broke' }]);
    expect(started()).toEqual([2, 3]);
  });

  it('tells carried items of a pause, and cancels them with the run', async () => {
    const { world, ended } = await window({
      items: 0,
      input: { inFlight: [item(0)], from: null },
    });
    await world.update('pause', 'night');
    await world.update('resume');
    expect(world.signals.map(({ to, name }) => [to, name])).toEqual([
      [idOf(0), 'pause-signal'],
      [idOf(0), 'resume-signal'],
    ]);
    await world.cancel();
    expect([world.cancelled, ended]).toEqual([[idOf(0)], []]);
    await world.signal('item-ended', { id: idOf(0), cause: null });
    expect(ended).toMatchObject([{ name: 'CancelledFailure' }]);
  });
});

describe('items that outlive a history', () => {
  const carried = { items: 0, input: { inFlight: [item(0), item(1)], from: null } };

  it('are looked after, ever more rarely while nothing happens', async () => {
    const { world, looked } = await window(carried);
    const waits: (readonly number[])[] = [];
    for (let at = 0; at < 6; at += 1) {
      waits.push(world.waits);
      await world.fire();
    }
    const minutes = [1, 2, 4, 8, 12, 12];
    expect(waits).toEqual(minutes.map((one) => [one * 60_000]));
    expect(looked[0]).toEqual([idOf(0), idOf(1)]);
  });

  it('are looked after as often as at first once one of them was found to have ended', async () => {
    const found = [[], [{ id: idOf(0), cause: 'it was ended' }], []];
    const { world, ungraded } = await window({ ...carried, closed: () => found.shift() });
    await world.fire();
    expect(world.waits).toEqual([120_000]);
    await world.fire();
    expect(ungraded).toMatchObject([{ position: 0, cause: 'it was ended' }]);
    expect(world.waits).toEqual([60_000]);
  });

  it('are checked at once when one of them does not receive a pause', async () => {
    const { world, looked } = await window({
      ...carried,
      signalled: ({ to }) => {
        if (to === idOf(1)) throw new Error('gone');
      },
    });
    await world.update('pause', 'night');
    expect(looked).toEqual([[idOf(0), idOf(1)]]);
  });

  it('are looked after again when the engine did not answer', async () => {
    const { world, ended } = await window({
      ...carried,
      closed: () => {
        throw failure(failureTypes.terminal);
      },
    });
    await world.fire();
    expect([ended, world.waits]).toEqual([[], [60_000]]);
  });
});

describe('an item whose workflow goes on since before', () => {
  it('is adopted: it tells its end itself, and is told whether the run is paused', async () => {
    const { world, started, ended } = await window({ items: 1, isHeld: () => true });
    expect(started()).toEqual([]);
    expect(world.signals.map(({ to, name }) => [to, name])).toEqual([
      [idOf(0), 'tell-end'],
      [idOf(0), 'resume-signal'],
    ]);
    await world.signal('item-ended', { id: idOf(0), cause: null });
    expect(ended).toEqual([{ started: 1 }]);
  });

  it('that has just ended is started again', async () => {
    const held = [true, false];
    const { world, started } = await window({
      ...{ items: 1, isHeld: () => held.shift() ?? false },
      signalled: () => {
        throw new Error('nobody');
      },
    });
    expect([started(), world.waits]).toEqual([[], [1_000]]);
    await world.fire();
    expect(started()).toEqual([0]);
  });
});
