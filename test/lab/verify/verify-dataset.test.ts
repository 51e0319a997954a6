import { steadyWords } from '../../../core/code-feedback/steady-words';
import type { OutputPart } from '../../../core/adapters/session';
import { usualSessionLimits } from '../../../core/adapters/session';
import type { Store } from '../../../core/ports/records';
import { verifyDataset } from '../../../lab/verify/verify-dataset';
import { createMemoryStore } from '../../fakes/memory-store';
import { SmallSessions } from '../../fakes/small-sessions';
import { madeDataset, ranStep, sourceRow } from '../../report/datasets/made-dataset';

let store: Store;
let host: SmallSessions;
beforeEach(() => {
  store = createMemoryStore();
  host = new SmallSessions();
});

/** A step as it was recorded, when its code wrote this. */
const ran = (code: string, text: string, end: 'finished' | 'raised' = 'finished') => {
  const part: OutputPart =
    end === 'raised' ? { kind: 'error', text } : { kind: 'stdout', text: `${text}\n` };
  const { blockMs } = usualSessionLimits;
  const words = steadyWords({ end, parts: [part], blockMs, artefacts: [], rebuilt: null });
  return ranStep(store, code, { end, words });
};
const verified = (more: { sample?: number; seed?: number } = {}) =>
  verifyDataset(store, 'made', { sample: 9, seed: 0, host, ...more });

describe('verifying a data set', () => {
  it('runs programs again in the session of their row, and finds them the same', async () => {
    const steps = [
      await ran('set x 1', 'x set'),
      await ran('show y', "NameError: name 'y' is not defined", 'raised'),
      await ran('show x', '1'),
    ];
    await madeDataset(
      [
        { row: sourceRow('a/0'), method: 'simulate', steps },
        { row: sourceRow('a/1'), method: 'keep' },
      ],
      { store, recipe: { filter: { combine: 'none', minRating: 1, includeAnswer: false } } },
    );
    expect(await verified()).toEqual({
      ...{ run: 'made', dialogues: 2, executed: 1, checked: 1, programs: 3, tests: 0 },
      ...{ same: true, differences: [] },
    });
    expect(host.ran).toEqual(['set x 1', 'show y', 'show x']);
    expect([host.opened, host.living]).toEqual([1, 0]);
  });

  it('names the dialogue, the step and the line that differ', async () => {
    const steps = [await ran('set x 1', 'x set'), await ran('show x', '2')];
    await madeDataset([{ row: sourceRow('a/0'), method: 'simulate', steps }], { store });
    const { same, differences } = await verified();
    expect(same).toBe(false);
    expect(differences).toMatchObject([
      {
        ...{ row: 'a/0', step: 2, kind: 'ran', recorded: 'finished', now: 'finished' },
        words: { line: 3, left: '2', right: '1' },
      },
    ]);
  });

  it('goes on with a new session after a program that ends its session', async () => {
    const steps = [
      await ran('set x 1', 'x set'),
      await ran('crash', 'nothing'),
      await ran('show x', '1'),
    ];
    await madeDataset([{ row: sourceRow('a/0'), method: 'simulate', steps }], { store });
    const { differences } = await verified();
    expect(differences.map(({ step, now }) => [step, now])).toEqual([
      [2, 'lost'],
      // The record says that the second one stayed in the session, so it runs again before the third one.
      [3, 'raised'],
    ]);
    expect(host.living).toBe(0);
  });

  it('draws the same sample for the same seed, without removed dialogues', async () => {
    const rows = ['a/0', 'a/1', 'a/2', 'a/3', 'b/0'].map((id) => sourceRow(id));
    const made = rows.map(async (row) => ({
      ...{ row, method: 'simulate' as const },
      steps: [await ran(`set id ${row.id}`, 'id set')],
    }));
    await madeDataset(await Promise.all(made), { store });
    await store.runs.removeFromDataset('made', ['b']);
    const drawnBy = async (seed: number): Promise<string> => {
      host.ran = [];
      const { dialogues, executed, checked } = await verified({ sample: 2, seed });
      expect([dialogues, executed, checked]).toEqual([4, 4, 2]);
      return host.ran.join();
    };
    const first = await drawnBy(0);
    expect(await drawnBy(0)).toBe(first);
    const others = [await drawnBy(1), await drawnBy(2), await drawnBy(3)];
    expect(others.some((drawn) => drawn !== first)).toBe(true);
    expect([first, ...others].join()).not.toContain('b/0');
  });
});
