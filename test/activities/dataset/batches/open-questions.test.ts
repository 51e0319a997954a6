import { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import { openQuestions } from '../../../../activities/dataset/batches/open-questions';
import { RowContexts } from '../../../../activities/dataset/row-contexts';
import { speakerQuestion } from '../../../../activities/dataset/speaker-question';
import { requestOf, useOf } from '../../../../activities/model/ask-role';
import type { RowStep } from '../../../../core/kinds/dataset/schema';
import type { Recipe } from '../../../../core/schemas/recipe';
import { modelAnswer, sending } from '../../../../laboratory/fakes/model-requests';
import { requestIdentity } from '../../../../llm';
import { madeDataset, sourceRow } from '../../../report/datasets/made-dataset';
import type { MadeOf } from '../../../report/datasets/made-dataset';

const problem = (slug: string) => ({
  problem: {
    ...{ slug, title: slug, difficulty: 'Easy', tags: ['math'], similar: [], setup: '' },
    tests: 'def check(f): pass',
    ...{ solutions: [`def ${slug}():\n    return 1\n`], entryPoint: slug },
  },
});

async function rowOf(made: MadeOf, recipe: Partial<Recipe>) {
  const { store, run } = await madeDataset([{ ...made, end: 'filtered' }], { recipe });
  const rows = new RowContexts(store, new AttemptContexts(store));
  const attempt = { run, problem: made.row.id, sample: 0 };
  const row = await rows.of(attempt, 0);
  const open = () => openQuestions({ store, rows }, { attempt, row });
  const answer = async (text: string, nth = 0): Promise<void> => {
    const asked = (await open())[nth];
    if (asked === undefined) throw new RangeError('nothing is open');
    const { identity, request, question } = asked;
    const use = useOf(question);
    await store.journal.claim({ identity, request, use, owner: 'o', leaseMs: 1_000 });
    await store.journal.answer(identity, modelAnswer({ text }), sending(use));
  };
  return { store, rows, attempt, row, open, answer };
}

const speakersOf = (open: readonly { readonly question: { readonly role: string } }[]) =>
  open.map(({ question }) => question.role);

describe('the open questions of a row', () => {
  const models = { embedder: 'vectors' };
  const filter = { combine: 'and', minRating: 3, includeAnswer: false } as const;
  const toPack: MadeOf = { row: sourceRow('own/0'), method: 'pack' };

  it('are both ratings at once, then the vector of a row that passes', async () => {
    const batch: Recipe['batch'] = { stages: ['rate', 'embed'], rows: 10 };
    const { open, answer } = await rowOf(toPack, { batch, models, filter });
    expect(speakersOf(await open())).toEqual(['first-rater', 'second-rater']);
    await answer('4', 1);
    expect(speakersOf(await open())).toEqual(['first-rater']);
    await answer('5');
    expect(speakersOf(await open())).toEqual(['embedder']);
    await answer('[1,0]');
    expect(await open()).toEqual([]);
  });

  it('are none of a row that does not pass, or whose rating cannot be read', async () => {
    const batch: Recipe['batch'] = { stages: ['rate', 'embed'], rows: 10 };
    for (const reply of ['1', 'It depends.']) {
      const { open, answer } = await rowOf(toPack, { batch, models, filter });
      await answer('5', 1);
      await answer(reply);
      expect(await open()).toEqual([]);
    }
  });

  it('end where the budget of the row does', async () => {
    const batch: Recipe['batch'] = { stages: ['rate', 'embed'], rows: 10 };
    for (const [callsPerRow, vectors] of [
      [1, 0],
      [2, 0],
      [3, 1],
    ] as const) {
      const recipe = { batch, models, filter, budgets: { callsPerRow } };
      const { open, answer } = await rowOf(toPack, recipe);
      const ratings = Math.min(2, callsPerRow);
      expect(await open()).toHaveLength(ratings);
      for (let nth = 0; nth < ratings; nth += 1) await answer('5');
      expect(await open()).toHaveLength(vectors);
    }
  });

  it('are those of the stages of the recipe alone', async () => {
    const batch: Recipe['batch'] = { stages: ['embed'], rows: 10 };
    const { open } = await rowOf(toPack, { batch, models, filter });
    expect(await open()).toEqual([]);
  });

  it('are the texts before code one after another, as the row asks when its solutions passed', async () => {
    const batch: Recipe['batch'] = { stages: ['explain'], rows: 10 };
    const row = sourceRow('own/0', problem('one'));
    const partners = [sourceRow('own/1', problem('two'))];
    const at = await rowOf({ row, method: 'similar', partners }, { batch });
    const { store, rows, attempt, open, answer } = at;
    const [first] = await open();
    const { solutions } = await rows.planOf(at.row);
    const words = { sha256: await store.blobs.put('2 tests passed'), excerpt: '2 tests passed' };
    const done = solutions.map((program): RowStep => ({
      kind: 'tested',
      program,
      passed: true,
      words,
    }));
    const told = await rows.told(at.row, done);
    const asked = { attempt, row: at.row, told, speaker: 'introducer', step: 2 } as const;
    expect(first?.identity).toBe(requestIdentity(requestOf(speakerQuestion(asked))));
    await answer('It returns one.');
    const [second] = await open();
    expect(second?.identity).not.toBe(first?.identity);
    expect(second?.request.messages.at(-1)?.content).toContain('It returns one.');
    await answer('It does the same.');
    expect(await open()).toEqual([]);
  });
});
