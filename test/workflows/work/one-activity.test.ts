import { failure, nextInput, WorkflowWorld } from '../support/workflow-world';

import { CancelledFailure, continueAsNew } from '@temporalio/workflow';

import { failureTypes } from '../../../core/errors/failure-fate';
import type { ItemRow } from '../../../core/kinds/work-row';
import { asItem } from '../../../workflows/work/as-item';
import type { ItemInput } from '../../../workflows/work/item-input';
import { oneActivity } from '../../../workflows/work/one-activity';
import { tellsItsEnd } from '../../../workflows/work/tells-its-end';
import type { MayOutlive } from '../../../workflows/work/tells-its-end';
import { workSetting } from '../support/work-setting';

const attempt = { run: 'run', problem: 'P/0', sample: 2 };
const noOutcome = { kind: 'evaluation', nothing: true };
const row = { workflow: 'evaluate', phase: 'grading', noOutcome } as unknown as ItemRow;
const solved = { status: 'completed', solved: true };

async function item(outcomes: readonly unknown[], input: Partial<ItemInput> = {}) {
  const left = [...outcomes];
  const ungraded: unknown[] = [];
  const world = new WorkflowWorld({
    activities: {
      gradeSamples: async () => {
        const next = await left.shift();
        if (next instanceof Error) throw next;
        return next;
      },
      buildTask: () => undefined,
      recordUngraded: (record: unknown) => {
        ungraded.push(record);
        return { status: 'unscored', solved: false };
      },
    },
  });
  const ended: unknown[] = [];
  const work = asItem(
    oneActivity<{ gradeSamples: never; buildTask: never }>(row, 'gradeSamples', {
      builds: 'buildTask',
    }),
  );
  work({ setting: workSetting(), attempt, position: 7, paused: null, ...input }).then(
    (summary) => ended.push(summary),
    (error: unknown) => ended.push(error),
  );
  await world.settle();
  return { world, ungraded, ended };
}

describe('an item that is one activity', () => {
  it('is what the activity comes to, and takes no pause afterwards', async () => {
    const { world, ended } = await item([solved]);
    expect(ended).toEqual([solved]);
    expect(world.asked).toEqual([{ name: 'gradeSamples', args: [{ attempt, position: 7 }] }]);
    await expect(world.update('pause', 'night')).rejects.toThrow('the work on this item has ended');
    expect(world.signals).toEqual([]);
  });

  it('builds first where its run says so, and its phase tells the two apart', async () => {
    const setting = { ...workSetting(), beginning: 'building' } as const;
    const { world, ended } = await item([solved], { setting, paused: 'night' });
    await world.update('resume');
    expect(world.asked.map(({ name }) => name)).toEqual(['buildTask', 'gradeSamples']);
    expect([ended, world.phases]).toEqual([[solved], ['building', 'grading']]);
  });

  it('begins once its run is not paused, which its phase tells', async () => {
    const { world, ended } = await item([solved], { paused: 'night' });
    expect(world.asked).toEqual([]);
    await world.update('pause', 'longer');
    await world.update('resume');
    expect([ended, world.phases]).toEqual([[solved], ['paused', 'grading']]);
  });

  it('pauses its run where the activity says so, and is repeated', async () => {
    const { world, ended } = await item([failure(failureTypes['pauses-run']), solved]);
    expect(world.signals).toEqual([{ to: 'run', name: 'pause-signal', args: ['so'] }]);
    await world.signal('resume-signal');
    expect(ended).toEqual([solved]);
  });

  it('has no verdict where the activity fails, with the root of that', async () => {
    const { ungraded, ended, world } = await item([failure(failureTypes.terminal)]);
    const record = { attempt, position: 7, outcome: noOutcome, status: 'unscored', cause: 'so' };
    expect([ungraded, ended]).toEqual([[record], [{ status: 'unscored', solved: false }]]);
    await expect(world.update('pause', 'night')).rejects.toThrow('the work on this item has ended');
  });

  it('is begun again where the store lacks what it knows, and not a second time', async () => {
    const lost = failure(failureTypes['begins-anew']);
    const first = await item([lost], { outlives: true });
    expect(nextInput(first.ended[0])).toEqual({
      ...{ setting: workSetting(), attempt, position: 7, paused: null },
      ...{ outlives: true, begunAnew: true },
    });
    const second = await item([lost], { begunAnew: true });
    expect(second.ungraded).toMatchObject([{ status: 'unscored', cause: 'so' }]);
  });

  it('is recorded as cancelled when a person cancels it', async () => {
    const { world, ungraded, ended } = await item([new Promise(() => undefined)]);
    await world.cancel();
    expect(ungraded).toMatchObject([{ status: 'cancelled', cause: null }]);
    expect(ended).toMatchObject([{ cause: { name: 'CancelledFailure' } }]);
  });
});

describe('a workflow that may outlive the history that started it', () => {
  async function telling(work: (input: MayOutlive) => Promise<unknown>, outlives?: boolean) {
    const world = new WorkflowWorld();
    const ended: unknown[] = [];
    const started = tellsItsEnd(work, () => 'listener');
    started(outlives === undefined ? {} : { outlives }).then(
      (value) => ended.push(value),
      (error: unknown) => ended.push(error),
    );
    await world.settle();
    return { world, ended };
  }
  const end = (more: object) => [
    { to: 'listener', name: 'item-ended', args: [{ id: 'w', ...more }] },
  ];

  it('tells its end once it was asked to, and is silent otherwise', async () => {
    const silent = await telling(async () => 'made');
    expect([silent.world.signals, silent.ended]).toEqual([[], ['made']]);
    let finish: (value: string) => void = () => undefined;
    const asked = await telling(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await asked.world.signal('tell-end');
    finish('made');
    await asked.world.settle();
    expect(asked.world.signals).toEqual(end({ cause: null, result: 'made' }));
    const carried = await telling(async () => 'made', true);
    expect(carried.world.signals).toEqual(end({ cause: null, result: 'made' }));
  });

  it('tells why it failed, and no cause of a cancellation', async () => {
    const failed = await telling(() => Promise.reject(failure(failureTypes.terminal)), true);
    expect(failed.world.signals).toEqual(end({ cause: 'so' }));
    const cancelled = await telling(() => Promise.reject(new CancelledFailure('no')), true);
    expect(cancelled.world.signals).toEqual(end({ cause: null }));
    const silent = await telling(() => Promise.reject(failure(failureTypes.terminal)), false);
    expect(silent.world.signals).toEqual([]);
  });

  it('has not ended where its task is tried again, or its next history goes on', async () => {
    const bug = await telling(() => Promise.reject(new TypeError('a defect')), true);
    expect([bug.world.signals, bug.ended]).toMatchObject([[], [{ message: 'a defect' }]]);
    const next = await telling((input) => continueAsNew({ ...input }), true);
    expect([next.world.signals, nextInput(next.ended[0])]).toEqual([[], { outlives: true }]);
  });

  it('carries into its next history that it was asked', async () => {
    let go: (value?: unknown) => void = () => undefined;
    const { world, ended } = await telling(async (input) => {
      await new Promise((resolve) => {
        go = resolve;
      });
      return continueAsNew({ ...input });
    });
    await world.signal('tell-end');
    go();
    await world.settle();
    expect(nextInput(ended[0])).toEqual({ outlives: true });
  });

  it('ends all the same where nobody hears of it', async () => {
    const world = new WorkflowWorld({
      signalled: () => {
        throw new Error('gone');
      },
    });
    const ended = tellsItsEnd(
      async () => 'made',
      () => 'listener',
    )({ outlives: true });
    await world.settle();
    expect(await ended).toBe('made');
  });
});
