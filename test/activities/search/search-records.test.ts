import { noOutcome } from '../../../core/kinds/search/outcome';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { createMemoryStore } from '../../fakes/memory-store';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { programReply } from '../../workflows/support/scripted-problems';
import { activitiesUnderTest, attempt, firstExpansion } from '../activities-under-test';

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

  it('is told of no steering of another kind of work', async () => {
    const under = await activitiesUnderTest();
    const entry = { place: 1, action: { kind: 'abort-node', node: 'n0' } } as const;
    const steering = [
      { kind: 'dialogue', place: 0 },
      { kind: 'search', ...entry },
    ];
    jest.spyOn(under.store.runs, 'steering').mockResolvedValue(steering as never);
    const start = await under.run('beginSearch', { attempt, position: 0 });
    expect(start.steering).toEqual([entry]);
  });

  it('says what it came to when it has ended before', async () => {
    const under = await activitiesUnderTest();
    await under.run('finishSearch', { attempt, outcome: noOutcome });
    const again = await under.run('beginSearch', { attempt, position: 0 });
    expect(again.finished).toEqual({ status: 'completed', solved: false });
  });

  it('that was solved is solved when it begins again', async () => {
    const under = await activitiesUnderTest();
    await under.store.runs.finishAttempt(attempt, {
      ...{ status: 'completed', outcome: noOutcome, graded: [], verdict: 'passed', solved: true },
      ...{ cause: null, provenance: null },
    });
    const again = await under.run('beginSearch', { attempt, position: 0 });
    expect(again.finished).toEqual({ status: 'completed', solved: true });
  });

  it('has its place in the order of the run', async () => {
    const under = await activitiesUnderTest({ config: { samples: 3 } });
    await under.run('beginSearch', { attempt: { ...attempt, sample: 2 }, position: 2 });
    const attempts = await under.store.runs.attempts('r');
    expect(attempts.map(({ position, sample }) => [position, sample])).toEqual([
      [0, 0],
      [2, 2],
    ]);
  });

  it('begins again when it was ended without a verdict', async () => {
    const under = await activitiesUnderTest();
    const cancelled = { outcome: noOutcome, status: 'cancelled', cause: null } as const;
    await under.run('recordUngraded', { attempt, position: 0, ...cancelled });
    const again = await under.run('beginSearch', { attempt, position: 0 });
    expect(again.finished).toBeNull();
  });
});

describe('a search on a problem whose reference fails one of its visible tests', () => {
  const hidden = { reference: "    return 'reference-secret'\n" };
  const misleading = (wrong: string) =>
    answeringSandbox({
      check: ({ tests }) => tests.map((test) => (test.includes(wrong) ? 'failed' : 'passed')),
    });
  const node = { attempt, node: 'n0' } as const;

  it('is shown the others alone, in questions and in feedback', async () => {
    const sandbox = misleading('f(2)');
    const script = { solver: [programReply('any')] };
    const under = await activitiesUnderTest({ sandbox, hidden, script });
    expect(await under.run('beginSearch', { attempt, position: 0 })).toMatchObject({
      finished: null,
    });
    await under.run('generateSolution', { attempt, expansion: firstExpansion() });
    const [asked] = under.model.calls;
    expect(JSON.stringify(asked)).toContain('assert f(1) == 1');
    expect(JSON.stringify(asked)).not.toContain('assert f(2) == 2');
    const program = await under.store.blobs.put('def f(x):\n    return 1');
    const visible = await under.run('runVisibleTests', { ...node, program });
    expect(visible).toMatchObject({ kind: 'passed', passed: 1, total: 1 });
    expect(await under.store.runs.allShownTests('r')).toEqual(
      new Map([
        ['P/0', { of: 2, dropped: [{ place: 1, test: 'assert f(2) == 2', became: 'failed' }] }],
      ]),
    );
  });

  it('is shown the same ones for ever, whatever the reference does when it is asked again', async () => {
    const store = createMemoryStore();
    const first = await activitiesUnderTest({ sandbox: misleading('f(2)'), hidden, store });
    await first.run('beginSearch', { attempt, position: 0 });
    const later = await activitiesUnderTest({
      ...{ sandbox: misleading('f(1)'), hidden, store },
      config: { regrade: true },
    });
    await later.run('beginSearch', { attempt, position: 0 });
    const program = await store.blobs.put('def f(x):\n    return 1');
    const visible = await later.run('runVisibleTests', { ...node, program });
    expect(visible).toMatchObject({ total: 1, passed: 0 });
  });
});

describe('a search on a problem whose reference fails the hidden tests', () => {
  const sandbox = answeringSandbox({
    check: ({ tests }) => tests.map((test) => (test.includes('f(3)') ? 'raised' : 'passed')),
  });
  const hidden = { reference: "    return 'reference-secret'\n" };

  it('has ended before it begins: unscored by that name, and so again when it is tried again', async () => {
    const under = await activitiesUnderTest({ sandbox, hidden });
    for (let tries = 0; tries < 2; tries += 1) {
      const start = await under.run('beginSearch', { attempt, position: 0 });
      expect(start.finished).toEqual({ status: 'unscored', solved: false });
    }
    const record = await under.store.runs.attempt(attempt);
    expect(record?.result).toMatchObject({
      ...{ status: 'unscored', verdict: null, solved: false },
      cause: expect.stringContaining('fails its own hidden tests here (raised)') as string,
      level: { kind: 'bad-reference' },
    });
    expect(under.model.calls).toEqual([]);
  });

  it.each([
    ['is told to score it all the same', { scoreBadReferences: true }],
    ['grades as another tool does', { grading: { profile: 'human-eval' } }],
  ] as const)('begins in a run that %s', async (_what, config) => {
    const under = await activitiesUnderTest({ sandbox, hidden, config });
    const start = await under.run('beginSearch', { attempt, position: 0 });
    expect(start.finished).toBeNull();
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
