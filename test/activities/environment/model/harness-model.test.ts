import { harnessModel } from '../../../../activities/environment/model/harness-model';
import {
  loadPart,
  saveHarness,
  savePart,
} from '../../../../activities/environment/harness/stored-harness';
import { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import type { ActionOf } from '../../../../activities/environment/harness/harness-context';
import { fragmentOf } from '../../../core/repository/sample-fragment';
import { definitionOf } from '../../../core/repository/sample-definition';
import { activityDependencies, durableContext } from '../../../fakes/activity-dependencies';
import { createMemoryStore } from '../../../fakes/memory-store';
import { createScriptedModel } from '../../../fakes/scripted-model';
import type { ScriptedReply } from '../../../fakes/scripted-model';
import { finished } from '../answered-jobs';
import type { JobAnswers } from '../answered-jobs';
import { attempt, environmentConfig } from '../environment-asked';
import type { EnvironmentConfig } from '../environment-asked';
import { answeredHarness, part } from '../harness/answered-harness';

const fenced = (source: string): string => `\`\`\`python\n${source}\`\`\``;
const good = 'def case_0():\n    clamp(1)\n';
const id = 'pkg/m.py::clamp#1';

interface Given {
  readonly replies?: readonly ScriptedReply[];
  readonly cases?: readonly string[];
  readonly answers?: JobAnswers;
  readonly config?: Partial<EnvironmentConfig>;
  readonly environment?: Partial<EnvironmentConfig['environment']>;
  readonly module?: string | null;
}

async function asking({
  replies = [fenced(good)],
  cases = ['case_0'],
  answers,
  config,
  environment,
  module = 'pkg.m',
}: Given = {}) {
  const store = createMemoryStore();
  await store.runs.createRun(attempt.run, environmentConfig({}, environment, config));
  await store.runs.beginAttempt(attempt, 0);
  const model = createScriptedModel({ 'harness-writer': replies });
  const dependencies = activityDependencies({ store, modelClient: async () => model });
  const prepared: JobAnswers = {
    run_cases: () => ({ end: finished({ prepared: { source: 'ready', cases } }) }),
  };
  const of = await answeredHarness(
    { ...prepared, ...answers },
    { definition: definitionOf({ module }) },
  );
  const { context, blobs, asked } = of;
  let held = true;
  const lent = {
    ...context,
    without: async <T>(work: () => Promise<T>): Promise<T> => {
      held = false;
      return work();
    },
  };
  const slice = await blobs.put(
    JSON.stringify([
      fragmentOf('pkg/m.py', 1, 'def clamp(value): ...', { kind: 'root', distance: 0 }),
      fragmentOf('pkg/n.py', 1, `VALUES = "${'many words '.repeat(4_000)}"`),
    ]),
  );
  const { generate } = harnessModel(dependencies, new AttemptContexts(store));
  const ask = (action: Partial<ActionOf<'generate'>> = {}) => {
    const usual = { kind: 'generate', id: 'r#1', generator: 'model', round: 1, slice } as const;
    const none = { harness: null, feedback: null, failed: null };
    return generate(lent, { attempt, action: { ...usual, ...none, ...action } }, durableContext());
  };
  const messages = (): readonly string[] =>
    model.calls.at(-1)?.request.messages.map(({ content }) => content) ?? [];
  return { ask, context, model, messages, store, asked, held: () => held };
}

describe('cases that a model writes for a harness', () => {
  it('are stored as a part, with the call that they came of, while no cell is held', async () => {
    const { ask, context, store, asked, held, model } = await asking();
    const event = await ask({ round: 2 });
    if (event.kind !== 'generated') throw new Error(event.kind);
    expect([event.of, held()]).toEqual(['r#1', false]);
    const [call] = await store.runs.calls(attempt.run);
    expect(await loadPart(context, event.part)).toEqual({
      ...{ source: good, cases: ['case_0'], blobs: {} },
      provenance: { generator: 'model', round: 2, model: { name: 'm', call: call?.identity } },
    });
    expect(call).toMatchObject({ request: `${id}/cases/2` });
    expect(model.calls[0]).toMatchObject({ ordinal: 1, role: 'harness-writer' });
    expect(asked[0]?.request).toMatchObject({
      harness: { target: id, module: 'pkg.m', qualname: 'clamp', source: good },
    });
  });

  it('are asked for at the temperature of the run, or else a low one', async () => {
    const usual = await asking();
    await usual.ask();
    const own = await asking({ config: { temperature: 0.9 } });
    await own.ask();
    const of = ({ model }: typeof usual) => model.calls[0]?.request.parameters.temperature;
    expect([of(usual), of(own)]).toEqual([0.2, 0.9]);
  });

  it('are asked for with the function, without what is too long to be shown', async () => {
    const { ask, messages } = await asking();
    await ask();
    expect(messages()).toHaveLength(2);
    expect(messages()[1]).toContain('def clamp(value): ...');
    expect(messages()[1]).not.toContain('many words');
  });

  it('are asked for with the cases that there are, of all parts', async () => {
    const { ask, messages, context } = await asking();
    const { harness } = await saveHarness(context, [
      part('def case_0(): clamp(1)\n', ['case_0']),
      part('def case_1(): clamp(2)\n', ['case_1']),
    ]);
    await ask({ harness });
    expect(messages()[2]).toContain('def case_0(): clamp(1)\n\n\ndef case_1(): clamp(2)');
    expect(messages()[3]).toContain('as many cases again');
  });

  it('are asked for with the cases that failed, and what they lacked', async () => {
    const { ask, messages, context } = await asking();
    const { harness } = await saveHarness(context, [part('def case_0(): ...', ['case_0'])]);
    const failed = {
      ...{ stage: 'run' as const, part: await savePart(context, part('the failed', ['case_1'])) },
    };
    await ask({ harness, feedback: 'it raised', failed });
    expect(messages()[2]).toContain('the failed');
    expect(messages()[2]).not.toContain('case_0');
    expect(messages()[3]).toContain('it raised');
  });

  it.each<[string, Given, object]>([
    [
      'was cut off',
      { replies: [{ text: fenced(good), finishReason: 'length' }] },
      {
        reason: { code: 'gen_truncated' },
        feedback: 'The answer was cut off before its end. Give fewer and shorter cases.',
      },
    ],
    [
      'is prose',
      { replies: ['I cannot.'] },
      {
        reason: { code: 'gen_refused' },
        feedback: 'The answer held no Python code block with cases.',
      },
    ],
    [
      'is empty',
      { replies: [''] },
      { reason: { code: 'gen_empty' }, feedback: 'The answer was empty.' },
    ],
    [
      'has no case',
      { cases: [] },
      {
        reason: { code: 'no_tests' },
        feedback: 'No function of the answer has a name that begins with case_.',
      },
    ],
    [
      'is no Python',
      {
        answers: {
          run_cases: () => ({ end: finished({ error: { code: 'parse_error', message: 'odd' } }) }),
        },
      },
      { reason: { code: 'parse_error' }, feedback: 'odd' },
    ],
    [
      'is not to be paid for',
      { environment: { budget: { calls: 0 } } },
      { reason: { code: 'over_budget' }, feedback: null },
    ],
  ])('are none where the reply %s, which the next round is told', async (_what, given, told) => {
    const { ask } = await asking(given);
    expect(await ask()).toEqual({ of: 'r#1', kind: 'failed', ...told });
  });

  it('are not asked for of a function that belongs to no module', async () => {
    const { ask, model } = await asking({ module: null });
    await expect(ask()).rejects.toThrow(`${id} belongs to no module`);
    expect(model.calls).toEqual([]);
  });
});
