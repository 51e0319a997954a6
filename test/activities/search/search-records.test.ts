import { noOutcome } from '../../../core/search/outcome';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

describe('a search', () => {
  it('begins with what its method needs, and what a person has told an earlier life', async () => {
    const under = await activitiesUnderTest({ config: { budget: 7 } });
    const entry = { place: 2, action: { kind: 'abort-node', node: 'n0' } } as const;
    await under.run('recordSteering', { attempt, entry });
    expect(await under.run('beginSearch', { attempt, position: 0 })).toEqual({
      method: 'code-tree',
      budget: 7,
      maxDepth: 3,
      width: 10,
      steering: [entry],
      finished: null,
    });
  });

  it('says what it came to when it has ended before', async () => {
    const under = await activitiesUnderTest();
    await under.run('finishSearch', { attempt, outcome: noOutcome });
    const again = await under.run('beginSearch', { attempt, position: 0 });
    expect(again.finished).toEqual({ status: 'completed', solved: false });
  });

  it('begins again when it was ended without a verdict', async () => {
    const under = await activitiesUnderTest();
    const cancelled = { outcome: noOutcome, status: 'cancelled', cause: null } as const;
    await under.run('recordUngraded', { attempt, position: 0, ...cancelled });
    const again = await under.run('beginSearch', { attempt, position: 0 });
    expect(again.finished).toBeNull();
  });
});
