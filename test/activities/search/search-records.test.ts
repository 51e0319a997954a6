import { noOutcome } from '../../../core/search/outcome';
import { answeringSandbox } from '../../fakes/answering-sandbox';
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

describe('a search on a problem whose reference passes only when program and test share a process', () => {
  const sandbox = answeringSandbox({
    check: ({ tests, assurance }) =>
      tests.map(() => (assurance === 'shared' ? 'passed' : 'failed')),
  });
  const hidden = { reference: "    return 'reference-secret'\n" };
  const why =
    "its reference passes only at `shared` (at `objects`: failed); this run's least level is `objects`: " +
    '--assurance-of P/0=shared, or --assurance shared for the whole run';

  it('has ended before it begins: unscored, with the cause, and again when it is tried again', async () => {
    const under = await activitiesUnderTest({ sandbox, hidden });
    const begun = async () => {
      const start = await under.run('beginSearch', { attempt, position: 0 });
      expect(start.finished).toEqual({ status: 'unscored', solved: false });
      expect(JSON.stringify(start)).not.toMatch(/secret|assert/u);
    };
    await begun();
    await begun();
    const record = await under.store.runs.attempt(attempt);
    expect(record?.status).toBe('unscored');
    expect(record?.result).toMatchObject({
      ...{ status: 'unscored', verdict: null, solved: false, cause: why, provenance: null },
      level: { kind: 'refused', why },
      outcome: noOutcome,
    });
    expect(sandbox.asked).toHaveLength(6);
  });

  it('begins in a run that takes that level, or takes a person at their word', async () => {
    for (const config of [{ assurance: 'shared' }, { assuranceOf: { 'P/0': 'shared' } }] as const) {
      const under = await activitiesUnderTest({ sandbox, hidden, config });
      const start = await under.run('beginSearch', { attempt, position: 0 });
      expect(start.finished).toBeNull();
    }
  });
});
