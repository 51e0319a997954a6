import { modelCases } from '../../../activities/environment/model/model-cases';
import { prepareIn } from '../../../activities/environment/prepare-cases';
import type { CasesTurn } from '../../../activities/environment/cases-generator';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { RepositoryCell } from '../../../core/adapters/repository';
import type { HarnessPart } from '../../../core/schemas/environment-harness';
import { errorOf } from '../../../core/python-values/part-of';
import { errorReason } from '../../../core/repository/gates/error-reason';
import { openRepositoryCells } from '../../../sandbox';
import type { RepositoryCells } from '../../../sandbox';
import { startModelServer } from '../../../llm/simulated/server';
import type { ModelServer, ModelServerOptions } from '../../../llm/simulated/server';
import { sampleArchives, totalTarget } from '../../../laboratory/trials/harness/sample-project';
import { definitionOf } from '../../core/repository/sample-definition';
import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import type { HttpEndpoint, Play } from '../../fakes/http-endpoint';
import { describeWithSandbox } from '../../prerequisites';
import { bundledBank } from '../../llm/simulated/bank-samples';
import { archiveOf } from '../../sandbox/real/tar';
import { askingAt, attempt, environmentConfig } from './environment-asked';
import type { EnvironmentConfig } from './environment-asked';

const context = [
  `## ${totalTarget.path}`,
  'RATES = {"none": 0, "half": 50, "full": 100}',
  'def total(prices, rate="none"):',
  '    """The sum.',
  '',
  '    >>> total([100, 250])',
  '    350',
  '    """',
  '    if rate not in RATES:',
  '        raise KeyError("no such rate: " + rate)',
  '    return sum(prices)',
].join('\n');

const good = 'def case_0():\n    total([1, 2])\n\n\ndef case_1():\n    total([], "none")\n';
const fenced = (source: string): string => `Here:\n\n\`\`\`python\n${source}\`\`\`\n`;

describeWithSandbox('cases of a model', () => {
  let host: RepositoryCells;
  let cell: RepositoryCell;
  beforeAll(async () => {
    host = await openRepositoryCells({
      ...{ backend: 'bubblewrap', slots: 1, stateLabel: `cases-${process.pid}` },
    });
    cell = await host.open({
      archives: [archiveOf(sampleArchives().installed, '')],
      shape: { memoryMb: 1_024, filesMb: 64, scratchMb: 64 },
    });
  });
  afterAll(async () => {
    await cell.close();
    await host.close();
  });

  const closing: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((one) => one.close()));
  });

  async function playing(play: Play): Promise<HttpEndpoint> {
    const endpoint = await startEndpoint(play);
    closing.push(endpoint);
    return endpoint;
  }

  async function serving(options: Partial<ModelServerOptions>): Promise<ModelServer> {
    const server = await startModelServer({
      ...{ kind: 'simulated', bank: await bundledBank() },
      ...options,
    });
    closing.push(server);
    return server;
  }

  function turn(
    action: Partial<CasesTurn['action']> = {},
    more: Partial<CasesTurn> = {},
  ): CasesTurn {
    const first: CasesTurn['action'] = {
      ...{ kind: 'generate', id: 'x#1', generator: 'model', round: 1 },
      ...{ slice: 's', harness: null, feedback: null, failed: null },
    };
    return {
      attempt,
      definition: definitionOf({
        ...{
          id: `${totalTarget.path}::total#1`,
          path: totalTarget.path,
          qualname: 'total',
          name: 'total',
        },
      }),
      module: totalTarget.module,
      context,
      previous: null,
      prepare: prepareIn(cell),
      action: { ...first, ...action },
      ...more,
    };
  }

  async function asker(
    at: Omit<Parameters<typeof askingAt>[0], 'sandbox'>,
    config: EnvironmentConfig = environmentConfig(),
  ) {
    const { store, dependencies, contexts, durable } = await askingAt(at, config);
    const generate = modelCases(dependencies, contexts);
    return { store, ask: (asked: CasesTurn = turn()) => generate(asked, durable) };
  }

  /** The function under test, run with the cases: what an importing box says of them. */
  async function imported(part: HarnessPart): Promise<unknown> {
    const target = {
      target: `${totalTarget.path}::total#1`,
      module: totalTarget.module,
      qualname: 'total',
    };
    const roots = { project: '/srv/project', deps: '/srv/deps' };
    const made = await prepareIn(cell)({ ...target, source: part.source });
    if (made.kind === 'unreadable') throw new Error(made.why);
    const harness = { ...target, ...made.prepared, blobs: {} };
    const { end } = await cell.run(
      { module: 'run_cases', request: { action: 'run', roots, harness } },
      { limits: usualJobLimits, walls: 'strict' },
    );
    return end.kind === 'finished' ? end.record['import'] : end;
  }

  it('are a part with its provenance, asked once and read back afterwards', async () => {
    const { baseUrl, received } = await playing((_, response) => {
      sendJson(response, completion(fenced(good)));
    });
    const { store, ask } = await asker({ baseUrl });
    const made = await ask();
    if (made.kind !== 'cases') throw new Error(JSON.stringify(made));
    const [call] = await store.runs.calls('e');
    expect(made.part).toEqual({
      source: good,
      cases: ['case_0', 'case_1'],
      blobs: {},
      provenance: { generator: 'model', round: 1, model: { name: 'm', call: call?.identity } },
    });
    expect(call).toMatchObject({
      kind: 'environment',
      request: `${totalTarget.path}::total#1/cases/1`,
      role: 'harness-writer',
      paidHere: true,
    });
    expect(await ask()).toEqual(made);
    expect(received).toHaveLength(1);
    expect(await imported(made.part)).toMatchObject({ ok: true });
  });

  it('of a later round are asked for with those before and what they lacked', async () => {
    const { baseUrl, received } = await playing((_, response) => {
      sendJson(response, completion(fenced(good)));
    });
    const { ask } = await asker({ baseUrl });
    await ask(
      turn(
        {
          ...{ round: 2, feedback: 'line 9 is never reached', harness: 'h' },
          failed: { stage: 'coverage', part: null },
        },
        { previous: good },
      ),
    );
    const messages = received[0]?.body?.['messages'] as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe(`\`\`\`python\n${good.trimEnd()}\n\`\`\``);
    expect(messages[3]?.content).toContain('line 9 is never reached');
    expect(messages[3]?.content).toContain('do not reach all');
  });

  it.each([
    ['refusal in prose', 'gen_refused', completion('I am sorry, I cannot.')],
    ['refusal by a filter', 'gen_refused', completion(null, { finishReason: 'content_filter' })],
    ['empty', 'gen_empty', completion('')],
    ['nothing but an empty fence', 'gen_empty', completion('```python\n```')],
    [
      'truncated, every fence closed',
      'gen_truncated',
      completion(fenced(good), { finishReason: 'length' }),
    ],
    ['truncated, and said to be whole', 'gen_truncated', completion(`\`\`\`python\n${good}`)],
    ['prose only', 'gen_refused', completion('Call total with an empty list.')],
    ['no Python', 'parse_error', completion(fenced('def case_0(:\n    total(1)\n'))],
    ['no cases', 'no_tests', completion(fenced('total([1])\n'))],
  ] as const)('are none in an answer that is %s: %s', async (_, code, reply) => {
    const { baseUrl, received } = await playing((_asked, response) => {
      sendJson(response, reply);
    });
    const { ask } = await asker({ baseUrl });
    expect(await ask()).toMatchObject({ kind: 'none', reason: { code } });
    // No second call for the same round: the plan has rounds for that.
    expect(received).toHaveLength(1);
  });

  it('in two fences are those of the fence that holds cases', async () => {
    const reply = `First this:\n\n\`\`\`python\nimport shop\n\`\`\`\n\nthen\n\n${fenced(good)}`;
    const { baseUrl } = await playing((_, response) => {
      sendJson(response, completion(reply));
    });
    const { ask } = await asker({ baseUrl });
    expect(await ask()).toMatchObject({ kind: 'cases', part: { source: good } });
  });

  it('of a wrong module end when they are imported, as an error of theirs', async () => {
    const source = `from your_module import total\n\n\n${good}`;
    const { baseUrl } = await playing((_, response) => {
      sendJson(response, completion(fenced(source)));
    });
    const { ask } = await asker({ baseUrl });
    const made = await ask();
    if (made.kind !== 'cases') throw new Error(JSON.stringify(made));
    const told = (await imported(made.part)) as {
      readonly phase: string;
      readonly error: unknown;
    };
    const error = errorOf(told.error);
    expect(told.phase).toBe('harness');
    expect(error === null ? null : errorReason(error)).toBe('import_error');
  });

  it.each([
    [429, 'MODEL_RATE_LIMIT', 'retryable'],
    [401, 'MODEL_AUTHENTICATION', 'pauses-run'],
    [503, 'MODEL_SERVER', 'retryable'],
  ] as const)('behind a status %i are no cases and no verdict: %s', async (...expected) => {
    const [status, code, fate] = expected;
    const { baseUrl, received } = await playing((_, response) => {
      sendJson(response, { error: { message: 'no' } }, { status });
    });
    const { ask } = await asker({ baseUrl });
    await expect(ask()).rejects.toMatchObject({ code, fate });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['rate429', { rate429: 1, retryAfterMs: 1 }],
    ['rate500', { rate500: 1 }],
    ['rateHang', { rateHang: 1, hangMs: 60_000 }],
    ['rateDrop', { rateDrop: 1 }],
  ] as const)(
    'come at the second try of our own server when the first met %s',
    async (_, fault) => {
      const server = await serving({ transportFaults: { ...fault, firstArrivals: 1 } });
      const { baseUrl, logicalEndpoint } = server;
      const model = { kind: 'simulated', name: 'simulated', logicalEndpoint } as const;
      // The second try must be answered within it, on a busy machine too.
      const { ask } = await asker(
        { baseUrl, ownServer: true, timeoutMs: 3_000 },
        environmentConfig(model, {}, { seed: 3 }),
      );
      await expect(ask()).rejects.toMatchObject({ fate: 'retryable' });
      expect(await ask()).toMatchObject({ kind: 'cases' });
      expect(server.log()).toHaveLength(2);
      await ask();
      expect(server.log()).toHaveLength(2);
    },
  );

  it('are not asked for beyond the budget of the repository, and what was granted is read back', async () => {
    const { baseUrl, received } = await playing((_, response) => {
      sendJson(response, completion(fenced(good)));
    });
    const { ask } = await asker({ baseUrl }, environmentConfig({}, { budget: { calls: 2 } }));
    const round = (number: number) => ask(turn({ round: number }));
    expect(await round(1)).toMatchObject({ kind: 'cases' });
    expect(await round(2)).toMatchObject({ kind: 'cases' });
    const spent = { kind: 'none', reason: { code: 'over_budget' }, feedback: null };
    expect(await round(3)).toEqual(spent);
    expect(await round(1)).toMatchObject({ kind: 'cases' });
    expect(received).toHaveLength(2);
  });

  it('asked for at once stay within a budget of tokens', async () => {
    const { baseUrl, received } = await playing((_, response) => {
      sendJson(response, completion(fenced(good)));
    });
    const config = environmentConfig({}, { budget: { tokens: 800 } }, { maxTokens: 20 });
    const { store, ask } = await asker({ baseUrl }, config);
    const rounds = Array.from({ length: 9 }, (_, at) => ask(turn({ round: at + 1 })));
    const kinds = (await Promise.all(rounds)).map(({ kind }) => kind);
    const { promptTokens, completionTokens } = await store.runs.callTotals('e');
    expect(promptTokens + completionTokens).toBeLessThanOrEqual(800);
    expect(kinds.filter((kind) => kind === 'cases')).toHaveLength(received.length);
    expect(received.length).toBeGreaterThan(1);
    expect(received.length).toBeLessThan(9);
  });
});
