import {
  afterCommand,
  afterReply,
  nextOfTrajectory,
  startTrajectory,
} from '../../../../core/search/bash-agent/trajectory';
import type { ShellEnd, Trajectory } from '../../../../core/search/bash-agent/trajectory';
import { SeededRandom } from '../seeded-random';
import { sha } from '../search-player';

const limits = { steps: 3, tokens: 100, commandSeconds: 60 };

function replied(trajectory: Trajectory, tokens = 10): Trajectory {
  const step = { reply: sha('reply'), command: sha('ls'), told: null };
  return afterReply(trajectory, { kind: 'replied', tokens, ...step });
}

function refused(trajectory: Trajectory): Trajectory {
  const step = { reply: sha('reply'), command: null, told: sha('no command') };
  return afterReply(trajectory, { kind: 'replied', tokens: 10, ...step });
}

const ran = (trajectory: Trajectory, submitted = false): Trajectory =>
  afterCommand(trajectory, { told: sha('told'), submitted });

describe('a trajectory', () => {
  it('asks, runs the command, and asks again', () => {
    let trajectory = startTrajectory(limits);
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'ask' });
    trajectory = replied(trajectory);
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'run' });
    trajectory = ran(trajectory);
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'ask' });
    expect(trajectory.tokens).toBe(10);
  });

  it('ends with the command that submits', () => {
    const trajectory = ran(replied(startTrajectory(limits)), true);
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'finish', end: 'submitted' });
  });

  it('runs nothing after a reply without a command, which counts as a step', () => {
    let trajectory = startTrajectory(limits);
    for (let step = 0; step < 3; step += 1) {
      expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'ask' });
      trajectory = refused(trajectory);
    }
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'finish', end: 'step-limit' });
  });

  it('runs the last command before a limit ends it', () => {
    const spent = replied(startTrajectory(limits), 100);
    expect(nextOfTrajectory(spent)).toEqual({ kind: 'run' });
    expect(nextOfTrajectory(ran(spent))).toEqual({ kind: 'finish', end: 'token-limit' });
  });

  it.each<ShellEnd>(['context-length', 'withheld'])('ends without a reply: %s', (end) => {
    const trajectory = afterReply(ran(replied(startTrajectory(limits))), {
      ...{ kind: 'none', end, tokens: 5 },
    });
    expect(nextOfTrajectory(trajectory)).toEqual({ kind: 'finish', end });
    expect(trajectory.steps).toHaveLength(1);
  });

  it('takes a result of a command once', () => {
    const trajectory = ran(replied(startTrajectory(limits)));
    expect(ran(trajectory, true)).toBe(trajectory);
  });

  it('ends within its steps whatever comes', () => {
    const random = new SeededRandom(3);
    for (let trial = 0; trial < 100; trial += 1) {
      let trajectory = startTrajectory({ ...limits, steps: 1 + (trial % 5) });
      let asked = 0;
      for (;;) {
        const action = nextOfTrajectory(trajectory);
        if (action.kind === 'finish') break;
        if (action.kind === 'run') trajectory = ran(trajectory, random.next() < 0.1);
        else {
          asked += 1;
          trajectory = random.next() < 0.3 ? refused(trajectory) : replied(trajectory);
        }
      }
      expect(asked).toBe(trajectory.steps.length);
      expect(asked).toBeLessThanOrEqual(trajectory.limits.steps);
    }
  });
});
