import { guidanceRepairs } from '../../../core/agents/read-guidance';
import type { RunSetting } from '../../../workflows/work/run-setting';
import {
  coverageOptions,
  modelOptions,
  repositoryStepOptions,
} from '../../../workflows/work/activity-options';

const setting = {
  timing: {
    heartbeatMs: 1,
    retryForMs: 10_000,
    retryInitialMs: 1,
    retryMaxMs: 1,
    modelTimeoutMs: 1_000,
  },
  queues: { workflows: 'w', model: 'm', sandbox: 's' },
} as Partial<RunSetting> as RunSetting;

describe('the time that a model activity has', () => {
  it('is enough for who plays a person: a wait, a call and all that is asked anew', () => {
    const calls = 1 + 1 + guidanceRepairs;
    expect(modelOptions(setting).startToCloseTimeout).toBeGreaterThan(calls * 1_000);
  });
});

describe('a measurement of coverage', () => {
  it('is tried again, and sooner than other steps, since it goes on where it was', () => {
    const [coverage, step] = [coverageOptions(setting), repositoryStepOptions(setting)];
    expect(coverage.retry).toMatchObject({ initialInterval: 1 });
    expect(coverage.retry).not.toHaveProperty('maximumAttempts');
    expect(Number(coverage.startToCloseTimeout)).toBeLessThan(Number(step.startToCloseTimeout));
    expect([coverage.taskQueue, coverage.heartbeatTimeout]).toEqual(['s', 1]);
  });
});
