import { failure, WorkflowWorld } from '../support/workflow-world';

import { proxyActivities } from '@temporalio/workflow';

import { failureTypes } from '../../../core/errors/failure-fate';
import { forwardPause } from '../../../workflows/work/forward-pause';
import { listenToPause } from '../../../workflows/work/listen-to-pause';
import { mustContinueAsNew } from '../../../workflows/work/must-continue-as-new';
import { PauseGate } from '../../../workflows/work/pause-gate';
import type { PauseGateOptions } from '../../../workflows/work/pause-gate';
import { refuse } from '../../../workflows/work/refuse';
import { untilFree } from '../../../workflows/work/until-free';
import { workSetting } from '../support/work-setting';

type Outcome = Error | string | Promise<string>;

/** A gate, and a call whose tries come to these outcomes. */
function gated(
  outcomes: readonly Outcome[],
  options: Partial<PauseGateOptions> = {},
  signalled?: () => void,
) {
  const left = [...outcomes];
  const world = new WorkflowWorld({
    activities: {
      work: async () => {
        const next = left.shift();
        if (next instanceof Error) throw next;
        return next;
      },
    },
    ...(signalled === undefined ? {} : { signalled }),
  });
  const told: (string | null)[] = [];
  const gate = new PauseGate({
    ...{ run: 'run', paused: null, retryForMs: 1_000 },
    onChange: async (reason) => void told.push(reason),
    ...options,
  });
  const { work } = proxyActivities<{ work: () => Promise<string> }>({ startToCloseTimeout: 1_000 });
  const ended: unknown[] = [];
  const begin = async (how: 'call' | 'callNow' = 'call'): Promise<void> => {
    gate[how](() => work()).then(
      (value) => ended.push(value),
      (error: unknown) => ended.push(error),
    );
    await world.settle();
  };
  const tries = () => world.asked.length;
  return { world, gate, told, ended, begin, tries };
}

const paused = () => failure(failureTypes['pauses-run']);
const waits = (waitMs: number) => failure(failureTypes.waits, { waitMs });

describe('a call of a workflow', () => {
  it('waits while the run is paused, unless it is the last record', async () => {
    const { world, gate, ended, begin, tries } = gated(['one', 'other'], { paused: 'night' });
    await begin();
    expect([tries(), gate.paused]).toEqual([0, 'night']);
    await begin('callNow');
    expect(ended).toEqual(['one']);
    await gate.resume();
    await world.settle();
    expect(ended).toEqual(['one', 'other']);
  });

  it('whose failure pauses the run tells the run why, and is repeated after the resume', async () => {
    const { world, gate, told, ended, begin } = gated([paused(), 'done']);
    await begin();
    expect([gate.paused, told, ended]).toEqual(['so', ['so'], []]);
    expect(world.signals).toEqual([{ to: 'run', name: 'pause-signal', args: ['so'] }]);
    await gate.resume();
    await world.settle();
    expect([told, ended]).toEqual([['so', null], ['done']]);
  });

  it('waits for the resume of its own workflow where there is no run, or nobody hears of the pause', async () => {
    const alone = gated([paused(), 'done'], { run: null });
    await alone.begin();
    expect([alone.world.signals, alone.ended]).toEqual([[], []]);
    const unheard = gated([paused(), 'done'], {}, () => {
      throw new Error('no such workflow');
    });
    await unheard.begin();
    expect(unheard.ended).toEqual([]);
    await unheard.gate.resume();
    await unheard.world.settle();
    expect(unheard.ended).toEqual(['done']);
  });

  it('that began before a resume and fails afterwards is repeated without another pause', async () => {
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const { world, gate, told, ended, begin } = gated([slow, 'done']);
    await begin();
    await gate.pause('no key');
    await gate.resume();
    fail(paused());
    await world.settle();
    expect([told, ended]).toEqual([['no key', null], ['done']]);
  });

  it('fails with any other failure', async () => {
    const { gate, ended, begin, tries } = gated([failure(failureTypes.terminal)]);
    await begin();
    expect(ended).toMatchObject([{ name: 'ActivityFailure' }]);
    expect([tries(), gate.paused]).toEqual([1, null]);
  });

  it('waits as long as it is told to, which can be asked for, and is then repeated', async () => {
    const { world, ended, begin } = gated([waits(90_000), 'done']);
    expect(world.query('waits-until')).toBeNull();
    const before = Date.now();
    await begin();
    const until = Number(world.query('waits-until'));
    expect(until - before).toBeGreaterThanOrEqual(90_000);
    expect(until - Date.now()).toBeLessThanOrEqual(90_000);
    expect(world.waits).toEqual([90_000]);
    await world.fire();
    expect([ended, world.query('waits-until')]).toEqual([['done'], null]);
  });

  it('names the end of the wait that ends first', async () => {
    const { world, begin } = gated([waits(90_000), waits(30_000)]);
    await begin();
    await begin();
    expect(Number(world.query('waits-until')) - Date.now()).toBeLessThanOrEqual(30_000);
  });

  it('waits no more once it has waited too long, but obeys a single wait', async () => {
    const { world, ended, begin, tries } = gated([waits(1_000), waits(1), waits(1), waits(1)]);
    await begin();
    await world.fire();
    expect(tries()).toBe(2);
    await world.fire();
    expect(tries()).toBe(3);
    expect(ended).toMatchObject([{ name: 'ActivityFailure' }]);
  });

  it('is repeated at once when a person says so, and may then wait as long again', async () => {
    const { world, ended, begin, tries } = gated([waits(5_000), waits(1), waits(1), 'done']);
    await begin();
    await world.signal('retry-now');
    expect([tries(), world.waits]).toEqual([2, [1]]);
    await world.fire();
    await world.fire();
    expect(ended).toEqual(['done']);
  });

  it('that has waited begins again only while the run is not paused', async () => {
    const { world, gate, ended, begin } = gated([waits(5_000), 'done']);
    await begin();
    await gate.pauseByHand('night');
    await world.fire();
    expect(ended).toEqual([]);
    await gate.resume();
    await world.settle();
    expect(ended).toEqual(['done']);
  });
});

describe('a pause', () => {
  it('keeps its first reason, unless a person gives another', async () => {
    const { gate, told } = gated([]);
    await gate.pause('no key');
    await gate.pause('disk full');
    expect(gate.paused).toBe('no key');
    await gate.pauseByHand('night');
    expect([gate.paused, told]).toEqual(['night', ['no key', 'night']]);
  });

  it('ends for any reason, or for its own, and not for another one', async () => {
    const { gate, told } = gated([]);
    await gate.resume();
    await gate.pause('no key');
    await gate.resume('disk full');
    expect(gate.paused).toBe('no key');
    await gate.resume('no key');
    await gate.pause('again');
    await gate.resume();
    expect([gate.paused, told]).toEqual([null, ['no key', null, 'again', null]]);
  });
});

describe('who listens to a pause', () => {
  function listening() {
    const { world, gate } = gated([]);
    const over = { now: false };
    listenToPause(gate, () => {
      if (over.now) refuse('it has ended');
    });
    return { world, gate, over };
  }

  it('takes it from a person with a reason, and its end', async () => {
    const { world, gate } = listening();
    await expect(world.update('pause', ' \n')).rejects.toThrow('a pause needs a reason');
    await world.update('pause', 'night');
    await world.update('pause', 'holidays');
    expect(gate.paused).toBe('holidays');
    await world.update('resume', 'night');
    expect(gate.paused).toBe('holidays');
    await world.update('resume', 'holidays');
    expect(gate.paused).toBeNull();
    await world.update('resume');
  });

  it('takes it from a workflow, which does not replace another reason', async () => {
    const { world, gate } = listening();
    await world.signal('pause-signal', 'no key');
    await world.signal('pause-signal', 'disk full');
    expect(gate.paused).toBe('no key');
    await world.signal('resume-signal');
    expect(gate.paused).toBeNull();
  });

  it('refuses it after the end; a pause that is still on may be ended', async () => {
    const { world, gate, over } = listening();
    await world.update('pause', 'night');
    over.now = true;
    await expect(world.update('pause', 'later')).rejects.toThrow('it has ended');
    await world.update('resume');
    expect(gate.paused).toBeNull();
    await expect(world.update('resume')).rejects.toMatchObject({
      ...{ message: 'it has ended', type: 'espalier.steering-refused' },
    });
  });
});

describe('a pause that is passed on', () => {
  it('is told once where somebody is there, and its end as well', async () => {
    const world = new WorkflowWorld();
    const told = [
      forwardPause('child', 'night', () => true),
      forwardPause('child', null, () => true),
    ];
    await world.settle();
    await Promise.all(told);
    expect(world.signals).toEqual([
      { to: 'child', name: 'pause-signal', args: ['night'] },
      { to: 'child', name: 'resume-signal', args: [] },
    ]);
  });

  it('is told again while it is due, and not at all when it is not', async () => {
    const due = { left: 3 };
    const world = new WorkflowWorld({
      signalled: () => {
        throw new Error('not yet');
      },
    });
    const told = forwardPause('child', 'night', () => (due.left -= 1) > 0);
    await world.settle();
    expect(world.waits).toEqual([200]);
    await world.fire();
    await world.fire();
    await told;
    expect(world.signals).toHaveLength(2);
  });
});

describe('the start of a child whose id is held', () => {
  const held = () =>
    Object.assign(new Error('held'), { name: 'WorkflowExecutionAlreadyStartedError' });

  it('is tried again each second, thirty times', async () => {
    const world = new WorkflowWorld();
    let tries = 0;
    const ended: unknown[] = [];
    untilFree(async () => {
      tries += 1;
      throw held();
    }).catch((error: unknown) => ended.push(error));
    await world.settle();
    expect(world.waits).toEqual([1_000]);
    while (world.waits.length > 0) await world.fire();
    expect(tries).toBe(30);
    expect(ended).toMatchObject([{ message: 'held' }]);
  });

  it('is tried until it is free, and not again after another error', async () => {
    const world = new WorkflowWorld();
    const outcomes = [held(), 'started'];
    const started = untilFree(async () => {
      const next = outcomes.shift();
      if (next instanceof Error) throw next;
      return next;
    });
    await world.settle();
    await world.fire();
    expect(await started).toBe('started');
    await expect(untilFree(() => Promise.reject(new Error('odd')))).rejects.toThrow('odd');
  });
});

test.each([
  [{ historyLength: 99 }, 100, false],
  [{ historyLength: 100 }, 100, true],
  [{ historyLength: 5_000 }, null, false],
  [{ historyLength: 1, continueAsNewSuggested: true }, null, true],
])(
  'a history of %j with a limit of %p must be followed by another: %p',
  (info, maxHistory, must) => {
    new WorkflowWorld({}, info);
    expect(mustContinueAsNew(workSetting({ timing: { maxHistory } }))).toBe(must);
  },
);
