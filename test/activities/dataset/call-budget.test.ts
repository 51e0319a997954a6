import { askSpeaker } from '../../../activities/dataset/ask-speaker';
import { finishRow } from '../../../activities/dataset/finish-row';
import { RowContexts } from '../../../activities/dataset/row-contexts';
import { AttemptContexts } from '../../../activities/work/attempt-contexts';
import type { RowStep } from '../../../core/kinds/dataset/schema';
import { isOfKind } from '../../../core/kinds/of-kind';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';
import { createScriptedModel } from '../../fakes/scripted-model';
import { madeDataset, sourceRow } from '../../report/datasets/made-dataset';

const filter = { minRating: 4, includeAnswer: false } as const;

/** A row of `simulate` whose assistants say these, with a budget of calls. */
async function row(callsPerRow: number) {
  const { store, run } = await madeDataset(
    [{ row: sourceRow('own/0'), method: 'simulate', end: 'filtered' }],
    { recipe: { filter: { ...filter, combine: 'none' }, budgets: { callsPerRow } } },
  );
  const record = await store.runs.run(run);
  if (record === null || !isOfKind(record.config, 'dataset')) throw new Error('no data set');
  const model = createScriptedModel({
    ...{ 'weak-assistant': ['First.'], 'strong-assistant': ['Second.', 'Third.'] },
  });
  const dependencies = activityDependencies({ store, modelClient: () => Promise.resolve(model) });
  const rows = new RowContexts(store, new AttemptContexts(store));
  const attempt = { run, problem: 'own/9', sample: 0 };
  await store.runs.beginAttempt(attempt, 9);
  const planned = { row: sourceRow('own/9'), partners: [], errorClass: null };
  const context = { config: record.config, planned: { ...planned, method: 'simulate' as const } };
  const done: RowStep[] = [];
  return {
    ...{ store, model, done },
    ask: async (speaker: 'weak-assistant' | 'strong-assistant') =>
      askSpeaker({ dependencies, rows }, durableContext(), {
        ...{ attempt, row: context, speaker, done },
      }),
    finish: async () => {
      await finishRow({ store, rows }, { attempt, row: context, done, end: 'written' });
      return (await store.runs.attempt(attempt))?.result?.outcome;
    },
  };
}

describe('a row with a budget of calls', () => {
  it('ends as over-budget at the first question beyond it, and nothing more is sent', async () => {
    const { ask, done, model, finish } = await row(1);
    done.push(await ask('weak-assistant'));
    expect(done.at(-1)).toMatchObject({ reply: { excerpt: 'First.' }, unread: false });
    // The journal has one call of this row: another question is beyond the budget.
    const second = await ask('strong-assistant');
    expect(second).toMatchObject({ calls: [], unread: true, program: null, value: null });
    expect(model.calls).toHaveLength(1);
    done.push(second);
    expect(await finish()).toMatchObject({ end: 'over-budget', dialogue: null });
  });

  it('asks the same again after a kill, because the journal counts each question once', async () => {
    const { ask, model } = await row(1);
    const first = await ask('weak-assistant');
    expect(await ask('weak-assistant')).toEqual(first);
    expect(model.calls).toHaveLength(1);
  });
});
