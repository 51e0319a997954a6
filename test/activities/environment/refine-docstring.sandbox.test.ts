import { refineDocstring } from '../../../activities/environment/docstring/refine-docstring';
import type { RefinementInput } from '../../../activities/environment/docstring/refine-docstring';
import type { GradedPart } from '../../../core/schemas/environment-harness';
import { instanceFaults } from '../../../core/repository/instance-checks';
import { Instance } from '../../../core/schemas/environment-instance';
import { sufficiency } from '../../../core/repository/refinement/sufficiency';
import { openRepositoryCells, openSandbox } from '../../../sandbox';
import type { CellSandbox, RepositoryCells } from '../../../sandbox';
import { startModelServer } from '../../../llm/simulated/server';
import { HarnessTrial } from '../../../laboratory/trials/harness/harness-trial';
import type { GradedTarget } from '../../../laboratory/trials/harness/harness-trial';
import { sampleArchives, totalTarget } from '../../../laboratory/trials/harness/sample-project';
import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import { describeWithSandbox } from '../../prerequisites';
import { bundledBank } from '../../llm/simulated/bank-samples';
import { archiveOf } from '../../sandbox/real/tar';
import { askingAt, attempt, environmentConfig } from './environment-asked';
import type { EnvironmentConfig } from './environment-asked';

const signature = 'def total(prices, rate="none")';
const original = 'The sum of `prices`, which are cents, less the share that `rate` names.';
const stub = `${signature}:\n    """${original}"""\n    raise NotImplementedError\n`;
const roots = { source: '/srv/source', project: '/srv/project', deps: '/srv/deps', tools: '' };

const documented = (docstring: string): string =>
  `\`\`\`python\n${signature}:\n    """${docstring}\n    """\n    ...\n\`\`\``;

const good = [
  'The sum of prices, less the share that rate names.',
  '',
  '    Args:',
  '        prices (list): cents.',
  '        rate (str): none, half or full.',
  '',
  '    Returns:',
  '        int: cents.',
  '',
  '    Raises:',
  '        KeyError: for another rate.',
  '        ValueError: for a price below zero.',
  '',
  '    >>> total([])',
  '    0',
].join('\n');

describeWithSandbox('the docstring of an accepted function', () => {
  const options = { backend: 'bubblewrap', slots: 1, stateLabel: `refine-${process.pid}` } as const;
  let sandbox: CellSandbox;
  let host: RepositoryCells;
  let trial: HarnessTrial;
  let environment: string;
  let target: GradedTarget;
  beforeAll(async () => {
    sandbox = await openSandbox(options);
    host = await openRepositoryCells(options);
    trial = new HarnessTrial(sandbox, host);
    environment = await trial.keep(sampleArchives());
    target = await trial.target(environment, totalTarget);
  });
  afterAll(async () => {
    await host.close();
    await sandbox.close();
  });

  const closing: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((one) => one.close()));
  });

  function instance(): Instance {
    const { id, module, qualname, name, policy } = target.problem;
    const part: GradedPart | undefined = target.hidden.parts[0];
    // The sample's own example is false, and a model would repeat it.
    const source = target.gold.replace(/\n\n *>>>[^]*?350\n */u, '');
    const provenance = { generator: 'model', round: 1 } as const;
    return Instance.parse({
      ...{ format: 1, id, expected: 'e'.repeat(64), graded: 'd'.repeat(64) },
      contexts: { dependency: [], full: [] },
      repository: {
        ...{ input: { kind: 'path', path: '/shop' }, name: 'shop', commit: null },
        ...{ tree: 't'.replace('t', 'a').repeat(64), licence: null },
      },
      environment: { sha256: environment, lock: 'b'.repeat(64), python: '3.11.2' },
      definition: {
        ...{ path: 'shop/prices.py', module, qualname, name, className: null },
        ...{ lines: { first: 7, last: 21 }, signature, source, stub, changed: null },
      },
      docstring: { text: original, by: 'original', faults: [] },
      harness: {
        ...{ target: id, module, qualname, policy },
        parts: [{ source: part?.source, cases: part?.cases, blobs: {}, provenance }],
      },
      measures: {
        ...{ cases: 7, branchCoverage: 1, lineCoverage: 1, flakes: [], reruns: 5 },
        mutation: { killed: 9, total: 10, survivors: [] },
      },
    });
  }

  async function refined(
    { baseUrl, ownServer }: { readonly baseUrl: string; readonly ownServer?: boolean },
    config: EnvironmentConfig,
    known: RefinementInput['known'] = (_schema, make) => make(),
  ) {
    const asking = await askingAt(
      { baseUrl, ownServer: ownServer ?? false, sandbox: trial.sandbox },
      config,
    );
    const { dependencies, durable, store } = asking;
    const told = await refineDocstring(dependencies, durable, {
      ...{ attempt, config, instance: instance(), parts: target.hidden.parts, roots },
      known,
      inCell: async (work) => {
        const { installed, snapshot } = sampleArchives();
        const cell = await host.open({
          archives: [archiveOf(installed, ''), archiveOf(snapshot, 'source')],
          shape: { memoryMb: 1_024, filesMb: 64, scratchMb: 64 },
        });
        try {
          return await work(cell);
        } finally {
          await cell.close();
        }
      },
    });
    return { told: Instance.parse(told), calls: await store.runs.calls('e') };
  }

  /** An endpoint whose docstrings come in this order, and whose programs are these. */
  async function scripted(
    docstrings: readonly string[],
    programs: readonly string[],
    changes: Partial<EnvironmentConfig['environment']> = {},
    known?: RefinementInput['known'],
  ) {
    const left = { docstrings: [...docstrings], programs: [...programs] };
    const asked: string[] = [];
    const endpoint = await startEndpoint(({ body }, response) => {
      const [, user] = body?.['messages'] as { content: string }[];
      const isDocstring = user?.content.includes('Write the docstring of') === true;
      asked.push(user?.content ?? '');
      const reply = (isDocstring ? left.docstrings : left.programs).shift();
      sendJson(response, completion(reply ?? 'I have nothing more to say.'));
    });
    closing.push(endpoint);
    return { ...(await refined(endpoint, environmentConfig({}, changes), known)), asked };
  }

  const program = (text: string): string => `\`\`\`python\n${text}\n\`\`\``;

  it('is replaced by one that stands every check, with its sufficiency', async () => {
    const wrong = program('def total(prices, rate="none"):\n    return sum(prices)');
    const right = program(target.gold);
    const { told, calls, asked } = await scripted([documented(good)], [wrong, right, 'None.']);
    expect(told.docstring).toEqual({
      text: good.replace(/^ {4}/gm, ''),
      by: 'refined',
      faults: [],
      written: { samples: 3, accepted: 1 },
    });
    expect(sufficiency(told.docstring)).toBeCloseTo(1 / 3);
    expect(told.definition.stub).toContain('Raises:\n        KeyError');
    expect(told.definition.stub).toContain('raise NotImplementedError');
    expect(calls.map(({ role }) => role)).toEqual([
      ...['docstring-writer', 'spec-solver', 'spec-solver', 'spec-solver'],
    ]);
    const [request = '', spec = ''] = asked;
    for (const part of ['total([]', 'rate: str', 'KeyError', 'def case_half']) {
      expect(request).toContain(part);
    }
    // Whoever writes from the docstring sees it, and nothing of body or cases.
    expect(spec).toContain('for a price below zero');
    expect(spec).not.toMatch(/7919|case_/);
  });

  it.each([
    ['wrong-example', good.replace('    0', '    1'), 'the example total([]) gives 0, not 1'],
    [
      'leak',
      `${good}\n\n    It does whole += price * 7919 % 104729\n    return whole`,
      'it repeats code of the body',
    ],
    [
      'contradiction',
      good.replace('int: cents', 'str: cents'),
      'it says that str is returned; a call gave int',
    ],
  ])(
    'stays as it was when a refined one has the fault %s, which is told and kept',
    async (...given) => {
      const [fault, docstring, words] = given;
      const { told, asked } = await scripted(
        [documented(docstring), documented(docstring)],
        [program(target.gold)],
        { specSamples: 1 },
      );
      expect(told.docstring).toMatchObject({
        ...{ text: original, by: 'original', faults: [], written: { samples: 1, accepted: 1 } },
        refused: { complaints: [{ fault, words: expect.stringContaining(words) as string }] },
      });
      expect(told.definition.stub).toBe(stub);
      expect(asked[1]).toContain(words);
    },
  );

  it('may quote what the function says when it raises, and the check of instances finds nothing', async () => {
    const quoting = good.replace('for a price below zero', `"price %d is below zero"`);
    const { told } = await scripted([documented(quoting)], [], { specSamples: 0 });
    expect(told.docstring).toMatchObject({ by: 'refined', faults: [] });
    const faults = instanceFaults(told, { expected: null, pickled: new Map() });
    expect(faults.filter(({ check }) => check === 'leak')).toEqual([]);
  });

  it('is asked for with what the calls came to at an earlier try', async () => {
    const types = { arguments: { rate: ['Tariff'] }, returns: [], raises: [] };
    const { asked } = await scripted([documented(good)], [], { specSamples: 0 }, async (schema) =>
      schema.parse({ types, examples: [{ call: 'total([7])', outcome: 'seven' }] }),
    );
    expect(asked[0]).toMatch(/total\(\[7\]\)[^]*Tariff/u);
  });

  it('may be mended in the second round', async () => {
    const { told } = await scripted(
      [documented(good.replace('    0', '    1')), documented(good)],
      [],
      { specSamples: 0 },
    );
    expect(told.docstring).toMatchObject({ by: 'refined', faults: [] });
    expect(told.docstring.refused).toBeUndefined();
    expect(sufficiency(told.docstring)).toBeNull();
  });

  it('is under-specified when no program written from it passes', async () => {
    const { told } = await scripted(['There is nothing to add.', ''], ['None.', 'None.', 'None.']);
    expect(told.docstring).toEqual({
      ...{ text: original, by: 'original', faults: ['under-specified'] },
      ...{ written: { samples: 3, accepted: 0 }, unanswered: 'no-docstring' },
    });
  });

  it('stays as it is when the budget does not allow to ask', async () => {
    const { told, calls } = await scripted([documented(good)], [], { budget: { calls: 0 } });
    expect(told.docstring).toMatchObject({ by: 'original', unanswered: 'over-budget' });
    expect(calls).toEqual([]);
  });

  it('is refined by the simulated model, without anybody else, the same each time', async () => {
    const server = await startModelServer({ kind: 'simulated', bank: await bundledBank() });
    closing.push(server);
    const { baseUrl, logicalEndpoint } = server;
    const model = { kind: 'simulated', name: 'simulated', logicalEndpoint } as const;
    const config = environmentConfig(model, { specSamples: 1 });
    const { told } = await refined({ baseUrl, ownServer: true }, config);
    expect(told.docstring).toMatchObject({ by: 'refined', written: { samples: 1, accepted: 0 } });
    expect(told.docstring.text).toContain('cents');
    expect((await refined({ baseUrl, ownServer: true }, config)).told).toEqual(told);
  });
});
