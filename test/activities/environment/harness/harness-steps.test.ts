import { runStep } from '../../../../activities/environment/harness/harness-steps';
import type { PlanEvent } from '../../../../core/repository/plan/plan';
import { finished } from '../answered-jobs';
import { answeredHarness } from './answered-harness';

const generate = {
  ...({ kind: 'generate', id: 'r#1', round: 1, slice: 's' } as const),
  ...{ harness: null, feedback: null, failed: null },
};

/** Cases that a model was asked for. */
async function asked(event: PlanEvent): Promise<PlanEvent> {
  const { context } = await answeredHarness({});
  return runStep(context, { ...generate, generator: 'model' }, async (of, action) => {
    expect(of).toBe(context);
    expect(action).toEqual({ ...generate, generator: 'model' });
    return event;
  });
}

const failed = (feedback: string | null): PlanEvent => ({
  ...{ of: 'r#1', kind: 'failed', reason: { code: 'no_tests' }, feedback },
});

describe('a step of a harness', () => {
  it('asks a model for the cases of a model only', async () => {
    const generated = { of: 'r#1', kind: 'generated', part: 'p' } as const;
    expect(await asked(generated)).toEqual(generated);
    const { context, modules } = await answeredHarness({
      generate_cases: () => ({ end: finished({}) }),
    });
    const unasked = () => Promise.reject(new RangeError('no model was to be asked'));
    await runStep(context, { ...generate, generator: 'hypothesis' }, unasked);
    expect(modules()).toEqual(['generate_cases']);
  });

  it('feeds back no more than twenty thousand characters', async () => {
    const whole = 'x'.repeat(20_000);
    expect(await asked(failed(whole))).toEqual(failed(whole));
    expect(await asked(failed(`${whole}y`))).toEqual(failed(whole));
    expect(await asked(failed(null))).toEqual(failed(null));
  });
});
