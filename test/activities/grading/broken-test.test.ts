import { keepBatch, readVerdicts } from '../../../activities';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { GradingBatch } from '../../../core/schemas/grading';
import { scheduledNode } from '../../../core/search/expansion';
import { noOutcome } from '../../../core/kinds/search/outcome';
import { TestBrokenError } from '../../../sandbox';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt, firstExpansion } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const programs = { half: 'pf/f', right: 'pp/p' };
const broken = new TestBrokenError(1, 'f', 'SyntaxError: no');

/** The scripted sandbox knows programs, not tests: the test of one of them is broken. */
function underTest(name = 'half') {
  return activitiesUnderTest({
    programs,
    beforeCheck: (program) => (program === name ? Promise.reject(broken) : Promise.resolve()),
  });
}

const source = (name: string): string => `def f(x):\n    return '${name}'`;
const failure = {
  type: 'espalier.terminal',
  nonRetryable: true,
  message: `Python cannot run test 1 of f: SyntaxError: no. ${broken.remedy}`,
  details: [{ code: 'TEST_BROKEN', fate: 'terminal', remedy: broken.remedy }],
};

describe('a test that Python cannot compile', () => {
  it('among the visible ones is a final failure of the activity, and no feedback', async () => {
    const under = await underTest();
    const program = await under.store.blobs.put(source('half'));
    const seen = under.run('runVisibleTests', { attempt, node: 'n0', program });
    await expect(seen).rejects.toMatchObject(failure);
    expect(under.sandbox.checks).toEqual(['half']);
    expect((await under.store.runs.attempt(attempt))?.waiting).toBeNull();
  });

  it('among the hidden ones leaves the attempt without a verdict, its other answers with theirs', async () => {
    const under = await underTest();
    const nodes = await Promise.all(
      ['half', 'right'].map(async (name, ordinal) => ({
        ...scheduledNode(firstExpansion({ node: `n${String(ordinal)}`, ordinal })),
        program: await under.store.blobs.put(source(name)),
      })),
    );
    const outcome = { ...noOutcome, nodes, answers: ['n0', 'n1'], answer: 'n1' };
    await expect(under.run('finishSearch', { attempt, outcome })).rejects.toMatchObject(failure);
    expect(under.sandbox.checks).toEqual(['half', 'right']);
    expect(await under.store.runs.attempt(attempt)).toMatchObject({
      status: 'running',
      waiting: null,
      result: null,
    });
  });

  it('leaves its program in a batch unscored, with the reason, and the batch its other verdicts', async () => {
    const under = await underTest();
    const items = await Promise.all(
      ['half', 'right'].map(async (name) => ({
        program: await under.store.blobs.put(source(name)),
        dataset: 'd'.repeat(64),
        problem: 'P/0',
      })),
    );
    const given = { items, tests: 'hidden', limits: visibleLimit(), seed: 0 };
    const batch = await keepBatch(under.store.blobs, GradingBatch.parse(given));
    const graded = await under.run('gradeBatch', { batch });
    expect(graded).toMatchObject({ graded: 1, unscored: 1, passed: 1 });
    expect(await readVerdicts(under.store.blobs, graded.verdicts)).toMatchObject([
      { kind: 'unscored', cause: 'Python cannot run test 1 of f: SyntaxError: no' },
      { kind: 'graded' },
    ]);
  });
});
