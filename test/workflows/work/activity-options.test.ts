import { guidanceRepairs } from '../../../core/agents/read-guidance';
import type { RunSetting } from '../../../workflows/work/run-setting';
import { modelOptions } from '../../../workflows/work/activity-options';

describe('the time that a model activity has', () => {
  it('is enough for who plays a person: a wait, a call and all that is asked anew', () => {
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
    const calls = 1 + 1 + guidanceRepairs;
    expect(modelOptions(setting).startToCloseTimeout).toBeGreaterThan(calls * 1_000);
  });
});
