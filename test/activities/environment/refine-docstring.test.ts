import { refineDocstring } from '../../../activities/environment/docstring/refine-docstring';
import type { HarnessRun, HarnessTask } from '../../../core/adapters/sandbox';
import type { GradedPart } from '../../../core/schemas/environment-harness';
import { BuiltHarness } from '../../../core/schemas/environment-built';
import { CopiedBodyError } from '../../../sandbox/harness/grading-errors';
import { valueOf } from '../../core/repository/sample-records';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';
import { answeringSandbox, provenanceOf } from '../../fakes/answering-sandbox';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedModel } from '../../fakes/scripted-model';
import type { ScriptedReply } from '../../fakes/scripted-model';
import {
  clamp,
  repositoryId,
  runId,
  smallEnvironment,
} from '../../report/environments/small-environment';
import { answeredJobs, finished } from './answered-jobs';
import type { JobAnswers } from './answered-jobs';
import { attempt, environmentConfig } from './environment-asked';
import type { EnvironmentConfig } from './environment-asked';

const fence = (text: string): string => `\`\`\`python\n${text}\n\`\`\``;
const documented = (docstring: string): string =>
  fence(`def clamp(value, low, high):\n    """${docstring}"""\n    ...`);
const program = (result: string): string =>
  fence(`def clamp(value, low, high):\n    return ${result}`);

const records = [valueOf('one', 1), valueOf('other', 2)];
const parts: readonly GradedPart[] = [
  { source: 'def case_one(): ...', cases: ['one', 'other'], blobs: {}, expected: records },
];
const roots = { source: '/s', project: '/p', deps: '/d', tools: '/t' };

async function acceptedInstance() {
  const { environments, blobs } = await smallEnvironment();
  const key = { run: runId, problem: repositoryId, sample: 0 };
  const entry = (await environments.funnel(key)).find(({ id }) => id === clamp)?.entry;
  if (entry?.stage !== 'accepted') throw new Error('nothing was accepted');
  return BuiltHarness.parse(JSON.parse(await blobs.get(entry.harness))).instance;
}

/** What the jobs about a docstring say: every docstring can be read, and one with `wrong` has an example that fails. */
const jobs: JobAnswers = {
  capture_calls: () => ({
    end: finished({
      ...{ arguments: { value: ['int'] }, returns: ['int'], raises: [] },
      examples: [{ call: 'clamp(7)', outcome: { value: 3 } }],
    }),
  }),
  stubs: (request) => {
    const [operation] = request['operations'] as readonly { docstring: string }[];
    return {
      end: finished({}),
      records: [{ stub: `def clamp(): "${operation?.docstring ?? ''}"` }],
    };
  },
  run_examples: ({ docstring }) => ({
    end: finished({
      examples: String(docstring).includes('wrong') ? [['clamp(7)', '4', '3']] : [],
      end: { kind: 'finished' },
    }),
  }),
};

interface Given {
  readonly docstrings?: readonly ScriptedReply[];
  readonly programs?: readonly ScriptedReply[];
  readonly config?: Partial<EnvironmentConfig>;
  readonly environment?: Partial<EnvironmentConfig['environment']>;
  readonly answers?: JobAnswers;
}

/** A program is right that returns `right`; one that returns `half` fails its second case; `copied` cannot be graded. */
async function refined({ docstrings = [], programs = [], config, environment, answers }: Given) {
  const store = createMemoryStore();
  const whole = environmentConfig({ thinkerModel: 'other' }, environment, config);
  await store.runs.createRun(attempt.run, whole);
  await store.runs.beginAttempt(attempt, 0);
  const model = createScriptedModel({
    ...{ 'docstring-writer': docstrings, 'spec-solver': programs },
  });
  const harness = async (task: HarnessTask): Promise<HarnessRun> => {
    const text = String(task.program);
    if (text.includes('copied')) throw new CopiedBodyError('clamp', []);
    const [first = records[0]] = records;
    const told = text.includes('half') ? [first, valueOf('other', 9)] : records;
    const end = { kind: text.includes('none') ? ('raised' as const) : ('ran' as const) };
    return {
      ...{ end, parts: [told], cpuMs: 1, timeSensitive: false },
      provenance: provenanceOf(task),
    };
  };
  const sandbox = { ...answeringSandbox({}), harness };
  const { host, asked } = answeredJobs({ ...jobs, ...answers });
  const instance = await acceptedInstance();
  const told = await refineDocstring(
    activityDependencies({
      store,
      modelClient: async () => model,
      sandbox: async () => sandbox,
    }),
    durableContext(),
    {
      ...{ attempt, config: whole, instance, parts, roots },
      known: (_schema, make) => make(),
      inCell: async (work) =>
        work(await host.open({ archives: [], shape: { memoryMb: 1, filesMb: 1, scratchMb: 1 } })),
    },
  );
  const requests = (await store.runs.calls(attempt.run)).map((call) =>
    call.kind === 'environment' ? call.request : call.kind,
  );
  const roles = model.calls.map(({ role }) => role);
  return { told, instance, model, roles, requests, asked };
}

const noSpec = { specSamples: 0 };
const said = (request: { messages: readonly { content: string }[] } | undefined): string =>
  request?.messages.map(({ content }) => content).join('\n') ?? '';

describe('a docstring that a model makes more precise', () => {
  it('stands with its stub, and three programs are written from it alone', async () => {
    const right = program('"right"');
    const { told, instance, model, requests } = await refined({
      docstrings: [documented('Limits a value.')],
      programs: [right, program('"half"'), 'I cannot.'],
      config: { temperature: 0.4 },
    });
    expect(told.docstring).toEqual({
      ...{ text: 'Limits a value.', by: 'refined', faults: [] },
      written: { samples: 3, accepted: 1 },
    });
    expect(told.definition).toEqual({
      ...instance.definition,
      stub: 'def clamp(): "Limits a value."',
    });
    const { id } = instance;
    expect(requests).toEqual([
      ...[`${id}/docstring/1`, `${id}/spec/1`, `${id}/spec/2`, `${id}/spec/3`],
    ]);
    expect(model.calls.map(({ problem }) => problem)).toEqual([attempt.problem, id, id, id]);
    expect(model.calls.map(({ ordinal }) => ordinal)).toEqual([0, 0, 1, 2]);
    expect(model.calls.map(({ request }) => request.parameters.temperature)).toEqual([
      ...[0.4, 0.8, 0.8, 0.8],
    ]);
    expect(new Set(model.calls.map(({ request }) => request.model))).toEqual(new Set(['m']));
    expect(said(model.calls[1]?.request)).toContain('def clamp(): "Limits a value."');
  });

  it('is asked for with the definition, its cases and the recorded calls, at temperature 0', async () => {
    const { model, asked } = await refined({
      docstrings: [documented('Limits.')],
      environment: noSpec,
    });
    const [call] = model.calls;
    const part = ['return min(value, high)', 'def case_one()', 'clamp(7)\n    3', 'value: int'];
    for (const text of part) expect(said(call?.request)).toContain(text);
    expect(call?.request.parameters.temperature).toBe(0);
    expect(asked.map(({ module }) => module)).toEqual([
      ...['capture_calls', 'stubs', 'run_examples'],
    ]);
    expect(asked[1]?.request).toMatchObject({ roots });
  });

  it('is asked for twice, the second time with what the first lacked, and then the present one stays', async () => {
    const { told, instance, model } = await refined({
      docstrings: [documented('One wrong.'), documented('Another wrong.')],
      environment: noSpec,
    });
    expect(model.calls).toHaveLength(2);
    expect(said(model.calls[1]?.request)).toMatch(/One wrong\.[^]*gives 3, not 4/u);
    expect(told).toEqual({
      ...instance,
      docstring: {
        ...instance.docstring,
        refused: {
          text: 'Another wrong.',
          complaints: [{ fault: 'wrong-example', words: 'the example clamp(7) gives 3, not 4' }],
        },
      },
    });
  });

  it.each<[string, Given]>([
    ['that was cut off', { docstrings: [{ text: documented('No.'), finishReason: 'length' }] }],
    ['without a docstring', { docstrings: ['I have none.'] }],
    [
      'that Python would not read back',
      { docstrings: [documented('No.')], answers: { stubs: () => ({ end: finished({}) }) } },
    ],
  ])('is asked for again after a reply %s, and is then unanswered', async (_what, given) => {
    const { told, instance, roles } = await refined({
      ...given,
      docstrings: [...(given.docstrings ?? []), ...(given.docstrings ?? [])],
      environment: noSpec,
    });
    expect(roles).toHaveLength(2);
    expect(told).toEqual({
      ...instance,
      docstring: { ...instance.docstring, unanswered: 'no-docstring' },
    });
  });

  it('that was refused keeps that, where the budget ends before the next', async () => {
    const { told } = await refined({
      docstrings: [documented('One wrong.')],
      environment: { ...noSpec, budget: { calls: 1 } },
    });
    expect(told.docstring).toMatchObject({
      ...{ by: 'original', unanswered: 'over-budget', refused: { text: 'One wrong.' } },
    });
  });

  it('stands where the budget ends before programs are written from it', async () => {
    const { told } = await refined({
      docstrings: [documented('Limits.')],
      programs: [program('"right"')],
      environment: { budget: { calls: 2 } },
    });
    expect(told.docstring).toMatchObject({
      ...{ text: 'Limits.', by: 'refined', unanswered: 'over-budget' },
    });
    expect(told.docstring.written).toBeUndefined();
  });
});

describe('programs that are written from a docstring', () => {
  const written = async (programs: readonly ScriptedReply[]) => {
    const { told } = await refined({
      docstrings: [documented('Limits.')],
      programs,
      environment: { specSamples: programs.length },
    });
    return { ...told.docstring.written, faults: told.docstring.faults };
  };

  it('count when they have a verdict, and are accepted when every case passes', async () => {
    const right = program('"right"');
    const cut = { text: right, finishReason: 'length' as const };
    expect(await written([right, right, cut, program('"none"'), program('"copied"')])).toEqual({
      ...{ samples: 4, accepted: 2, faults: [] },
    });
  });

  it('of which none is accepted say that it tells too little', async () => {
    expect(await written([program('"half"')])).toEqual({
      ...{ samples: 1, accepted: 0, faults: ['under-specified'] },
    });
  });

  it('of which none has a verdict say nothing', async () => {
    expect(await written([program('"copied"')])).toEqual({ faults: [] });
  });
});
