import type { Store } from '../../core/ports/records';
import { loadRun } from '../../report/load-run';
import { paperRows } from '../../report/paper-rows';
import { paperLines } from '../../report/paper-table';
import { createMemoryStore } from '../fakes/memory-store';
import { playDialogues } from './small-dialogues';
import type { SmallDialogues, ToldDialogue } from './small-dialogues';
import { SmallRun } from './small-run';

const right: ToldDialogue = {
  rounds: [{ code: 'right', shown: 'passed', base: 'passed', hidden: 'passed' }],
  stop: 'passed',
};
const mended: ToldDialogue = {
  rounds: [
    { code: 'wrong', base: 'failed', told: 'no' },
    { code: 'right on base', shown: 'passed', base: 'passed', hidden: 'failed' },
  ],
  stop: 'passed',
};
const hopeless: ToldDialogue = {
  rounds: [
    { code: 'wrong', base: 'failed', told: 'no' },
    { code: 'wrong, too', base: 'failed' },
  ],
  stop: 'max-rounds',
};

async function loaded(store: Store, runs: readonly SmallDialogues[]) {
  for (const run of runs) await playDialogues({ rounds: 2, ...run }, store);
  return Promise.all(runs.map(({ id = 'talk-1' }) => loadRun(store, id)));
}

const humanEval = { 'HumanEval/0': right, 'HumanEval/1': mended };
const mbpp = { 'Mbpp/2': right, 'Mbpp/3': mended, 'Mbpp/4': hopeless, 'Mbpp/6': hopeless };

describe("the paper's table", () => {
  it('has a model alone, then with each sort of feedback; alone is round 1 of the same runs', async () => {
    const runs = await loaded(createMemoryStore(), [
      { id: 'he-ef', of: humanEval },
      { id: 'mbpp-ef', of: mbpp },
      { id: 'he-hf', of: { 'HumanEval/0': right, 'HumanEval/1': hopeless }, feedback: 'human' },
    ]);
    const lines = paperLines(runs);
    expect(lines.slice(0, 5)).toEqual([
      'Models behind an endpoint',
      'model          HE (HE+)      MBPP (MBPP+)  average (plus)',
      // HumanEval 1 of 2 and MBPP 1 of 4 at first; by the base tests all of 2 and 2 of 4 with feedback, by plus as before.
      'gpt    single  50.0 (50.0)   25.0 (25.0)   37.5 (37.5)',
      '       +EF     100.0 (50.0)  50.0 (25.0)   75.0 (37.5)',
      '       +HF     50.0 (50.0)   -             -',
    ]);
    expect(lines).toContain(
      'he-ef: 2 of 2 attempts, feedback tests public; 95 % intervals: round 1 [0.095, 0.905], with plus [0.095, 0.905]; ' +
        'round 2 [0.342, 1.000], with plus [0.095, 0.905]',
    );
  });

  it('says where the sorts of feedback did not begin with the same answers', async () => {
    const runs = await loaded(createMemoryStore(), [
      { id: 'ef', of: humanEval },
      { id: 'hfo', of: { 'HumanEval/0': mended, 'HumanEval/1': hopeless }, feedback: 'oracle' },
    ]);
    expect(paperRows(runs).map(({ mark, cells }) => [mark, cells['HE']?.base.rate])).toEqual([
      ['single, of +EF', 0.5],
      ['single, of +HFO', 0],
      ['+EF', 1],
      ['+HFO', 0.5],
    ]);
  });

  it('keeps runs apart that differ in more than feedback, and lets none hide another', async () => {
    const runs = await loaded(createMemoryStore(), [
      { id: 'one', of: humanEval },
      { id: 'two', of: humanEval, seed: 3 },
      { id: 'again', of: humanEval, seed: 3 },
    ]);
    expect(paperRows(runs).map(({ model, mark }) => `${model} ${mark}`)).toEqual([
      'gpt, seed 0 single',
      'gpt, seed 0 +EF',
      'gpt, seed 3 single',
      'gpt, seed 3 +EF',
      'gpt, seed 3, again single',
      'gpt, seed 3, again +EF',
    ]);
  });

  it('has a column of its own for another data set, and a dash where there are no plus tests', async () => {
    const plain: ToldDialogue = {
      rounds: [{ code: 'x', shown: 'passed', hidden: 'passed' }],
      stop: 'passed',
    };
    const runs = await loaded(createMemoryStore(), [
      { id: 'own', dataset: 'mine', of: { 'Mine/1': plain } },
    ]);
    const [, heads, single] = paperLines(runs);
    expect(heads?.split(/ {2,}/u)).toEqual([
      'model',
      'HE (HE+)',
      'MBPP (MBPP+)',
      'mine (mine+)',
      'average (plus)',
    ]);
    expect(single?.split(/ {2,}/u)).toEqual(['gpt', 'single', '-', '-', '100.0 (-)', '-']);
  });

  it('refuses a run that has no rounds', async () => {
    const search = new SmallRun();
    await search.play();
    const run = await loadRun(search.store, search.id);
    expect(() => paperRows([run])).toThrow('is no dialogue: it has no rounds to tell apart');
  });
});
