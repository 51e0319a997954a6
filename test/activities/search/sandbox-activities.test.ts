import { answeringSandbox } from '../../fakes/answering-sandbox';
import { withFreshCells } from '../../../sandbox/fresh-cells';
import { cellsThatBreak } from '../../fakes/breaking-cells';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt } from '../activities-under-test';
import type { ActivitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

const programs = { half: 'pf/f', slow: 'tt/t' };

function put({ store }: ActivitiesUnderTest, name: string): Promise<string> {
  return store.blobs.put(`def f(x):\n    return '${name}'`);
}

describe('visible tests', () => {
  it('are run on the program; their words go to the store', async () => {
    const under = await activitiesUnderTest({ programs });
    const program = await put(under, 'half');
    const visible = await under.run('runVisibleTests', { attempt, node: 'n0', program });
    expect(visible).toMatchObject({ kind: 'failed', passed: 1, total: 2, timeSensitive: false });
    const words = await under.store.blobs.get(visible.feedback.sha256);
    expect(words).toContain('f(2)');
    expect(Object.keys(visible).toSorted()).toEqual(
      ['feedback', 'kind', 'passed', 'timeSensitive', 'total'].toSorted(),
    );
  });

  it('need no box where there is no program', async () => {
    const under = await activitiesUnderTest({ programs });
    const visible = await under.run('runVisibleTests', { attempt, node: 'n0', program: null });
    expect(visible).toMatchObject({ kind: 'no-program', passed: 0, total: 2 });
    expect(under.sandbox.checks).toEqual([]);
  });

  it('say how many cells were started anew for them, which is no part of what models are shown', async () => {
    const { sandbox, breakNext } = cellsThatBreak(programs);
    const under = await activitiesUnderTest({ sandbox: withFreshCells(sandbox) });
    const program = await put(under, 'half');
    breakNext(2);
    const visible = await under.run('runVisibleTests', { attempt, node: 'n0', program });
    expect(visible.freshCells).toBe(2);
    const calm = await activitiesUnderTest({ programs });
    const same = await calm.run('runVisibleTests', {
      attempt,
      node: 'n0',
      program: await put(calm, 'half'),
    });
    expect({ ...visible, freshCells: undefined }).toEqual({ ...same, freshCells: undefined });
  });

  it('say when time decided', async () => {
    const under = await activitiesUnderTest({ programs });
    const program = await put(under, 'slow');
    const visible = await under.run('runVisibleTests', { attempt, node: 'n0', program });
    expect(visible).toMatchObject({ kind: 'timed-out', timeSensitive: true });
  });
});

describe('the level of visible tests', () => {
  it('is that of the problem: found by its reference, else data', async () => {
    const needsObjects = answeringSandbox({
      check: ({ tests, assurance }) =>
        tests.map(() => (assurance === 'data' ? 'failed' : 'passed')),
    });
    const levelWith = async (hidden: { readonly reference?: string }) => {
      const under = await activitiesUnderTest({ sandbox: needsObjects, hidden });
      const program = await put(under, 'half');
      await under.run('runVisibleTests', { attempt, node: 'n0', program });
      return needsObjects.asked.at(-1)?.assurance;
    };
    expect(await levelWith({ reference: '    return x\n' })).toBe('objects');
    expect(await levelWith({})).toBe('data');
  });
});
