import { loadRun } from '../../report/load-run';
import type { LoadedRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { SmallRun, configOf } from './small-run';

const linesOf = async (run: SmallRun): Promise<readonly string[]> =>
  runTableLines(await loadRun(run.store, run.id));

describe('the table of a run', () => {
  it('gives pass@1 with its interval, calls, cost, the curve and what they rest on', async () => {
    const run = new SmallRun();
    await run.play();
    expect(await linesOf(run)).toEqual([
      'run             run-1',
      'status          completed',
      'method          code-tree',
      'model           recorded (bank.jsonl)',
      'data set        humaneval (sha256 dddddddddddd)',
      'problems        2',
      'budget          3 programs per problem',
      'seed            7',
      'verdicts        bubblewrap, Python 3.11.2',
      'assurance       objects (2)',
      'completed       2 of 2',
      'solved          1',
      'pass@1          0.500, 95 % interval [0.095, 0.905]',
      'not solved      failed 1',
      'calls           4 (4 paid in this run)',
      'sent again      0 for certain, at most 0',
      'first token     not recorded',
      'tokens          400 prompt, 40 completion',
      'cost            $2.0000 ($2.0000 paid in this run)',
      'fresh cells     not recorded',
      'time-sensitive  none',
      '',
      'programs  pass@1  95 % interval',
      '       1  0.000   [0.000, 0.658]  ..............................',
      '       2  0.500*  [0.095, 0.905]  ###############...............',
      '       3  0.500*  [0.095, 0.905]  ###############...............',
      '* with draws that repeat: the bank has no further distinct programs for some problem',
      '',
      '- Recorded answers are programs that real models once wrote, not answers to these prompts. Such a run compares ' +
        'stopping, verification, selection and (to the share stated) repair on real programs; it says nothing about any one model.',
      '- Bank: bank.jsonl (sha256 bbbbbbbbbbbb), 2 problems; source models: gpt-x, starcode-y.',
      '- Distinct programs per problem: 5 to 19, median 15.',
      '- Rows of Reflexion were made by testing and repairing inside those methods.',
      '- Critic accuracy: 0.8 (probability that a verification agrees with the recorded label).',
      '- Debugger answers (1): 100 % recorded repairs that change the program, 0 % recorded "no change", 0 % by the Solver\'s rule.',
      '- Draws repeat from program 2 of an attempt on (1 draw): the bank has no further distinct program there.',
    ]);
  });

  it.each([
    [undefined, []],
    ['passing', ['answer          the first program that passes the visible tests, or none']],
    [
      'last-failing',
      [
        'answer          of a search that accepts nothing: the last program that fails a visible test',
      ],
    ],
  ] as const)(
    'says what searches answer with where that is not the usual: %s',
    async (answer, lines) => {
      const run = new SmallRun();
      await run.begin(configOf({ search: { maxDepth: 3, width: 10, answer } }));
      expect((await linesOf(run)).filter((line) => line.startsWith('answer'))).toEqual(lines);
    },
  );

  it('says how issues are prepared and shells are limited where that is not the usual', async () => {
    const run = new SmallRun();
    const settings = {
      preparation: { regressionFiles: 0, codeTokens: 4_000 },
      shell: { steps: 12 },
    };
    await run.begin(configOf(settings));
    expect(await linesOf(run)).toEqual(
      expect.arrayContaining([
        'preparation     regression files 0, code tokens 4,000',
        'shell           steps 12',
      ]),
    );
    const usual = new SmallRun();
    await usual.begin();
    expect((await linesOf(usual)).join('\n')).not.toMatch(/^(?:preparation|shell)/mu);
  });

  it('names every machine that verdicts come from, in order of name', async () => {
    const run = new SmallRun();
    await run.play();
    const loaded = await loadRun(run.store, run.id);
    const machines = { docker: { '3.12.1': 1 }, bubblewrap: { '3.13.0': 2, '3.11.2': 1 } };
    const sums = { ...loaded.sums, levels: { ...loaded.sums.levels, machines } };
    expect(runTableLines({ ...loaded, sums })).toContain(
      'verdicts        bubblewrap, Python 3.11.2; bubblewrap, Python 3.13.0; docker, Python 3.12.1',
    );
  });

  it('has no curve where no attempt made a second program, and leaves out what was said before', async () => {
    const run = new SmallRun();
    await run.play();
    const loaded = await loadRun(run.store, run.id);
    const sums = { ...loaded.sums, several: 0 };
    expect(runTableLines({ ...loaded, sums })).not.toContainEqual(
      expect.stringMatching(/^programs/u),
    );
    const labels = runTableLines(loaded, ['pass@1']).map((line) => line.split(' ')[0]);
    expect(labels).not.toContain('pass@1');
    expect(labels).toEqual(expect.arrayContaining(['solved', 'programs']));
  });

  it('says beside pass@1 what the base tests alone would, where problems have two suites', async () => {
    const run = new SmallRun();
    await run.play();
    const loaded = await loadRun(run.store, run.id);
    expect(runDocument(loaded).base).toBeNull();
    const base = { solved: 2, rate: 1, interval: [0.342, 1] as const };
    const two = { ...loaded, summary: { ...loaded.summary, base } };
    expect(runDocument(two).base).toBe(1);
    const lines = runTableLines(two);
    const row = lines.findIndex((line) => line.startsWith('pass@1')) + 1;
    expect(lines[row]).toBe(
      'base            1.000, 95 % interval [0.342, 1.000] (the base tests alone)',
    );
  });

  it('counts what was sent more than once, and what this run did not pay for', async () => {
    const run = new SmallRun('run-1', {
      latencyMs: 1,
      cpuMs: 1,
      timeSensitive: true,
      resend: true,
      readBack: false,
    });
    await run.play();
    const lines = await linesOf(run);
    expect(lines).toContain('sent again      0 for certain, at most 4');
    expect(lines).toContain(
      'time-sensitive  2: HumanEval/0, HumanEval/1 (used at least half of a time limit)',
    );
    const reader = new SmallRun('run-1', { ...run.weather, resend: false, readBack: true });
    await reader.play();
    expect(await linesOf(reader)).toContain('calls           4 (0 paid in this run)');
  });

  it.each([
    [null, 0, 'not streamed', 'none'],
    [310, 1, 'median 0.31 s, of 4 streamed answers', '5, for 2 attempts'],
  ] as const)(
    'says when answers began, and how often the sandbox broke: %s, %s',
    async (firstTokenMs, freshCells, firstToken, cells) => {
      const base = { latencyMs: 1, cpuMs: 1, timeSensitive: false, resend: false, readBack: false };
      const run = new SmallRun('run-1', { ...base, recorded: { firstTokenMs, freshCells } });
      await run.play();
      const lines = await linesOf(run);
      expect(lines).toContain(`first token     ${firstToken}`);
      expect(lines).toContain(`fresh cells     ${cells}`);
    },
  );

  it('says what was paid for answers that nobody could use', async () => {
    const run = new SmallRun();
    await run.play();
    const attempt = { run: run.id, problem: 'HumanEval/0', sample: 0 };
    const usage = { promptTokens: 1_200, completionTokens: 40 };
    for (const costUsd of [0.25, 0.5]) {
      const call = { identity: 'a', attempt, words: 'no choices', usage, costUsd };
      await run.store.endpoints.addUnusable(call);
    }
    expect((await linesOf(run)).join('\n')).toMatch(
      /^unusable answers +2, not in the sums above: 2,400 prompt, 80 completion tokens, \$0\.75/mu,
    );
  });

  it('names every attempt without a verdict with its cause, and bounds the rate', async () => {
    const run = new SmallRun();
    await run.begin();
    const right = await run.node('HumanEval/0', { code: 'def f(x): return 2 * x', passes: true });
    await run.finish('HumanEval/0', run.result([right]));
    const none = { status: 'unscored', graded: [], verdict: null, solved: false } as const;
    const cause = 'the sandbox \u001b[31mdied\u001b[0m 3 times';
    await run.finish('HumanEval/1', run.result([], { ...none, cause }));
    await run.store.runs.setRunStatus(run.id, 'paused', 'out of quota');
    const lines = await linesOf(run);
    expect(lines).toContain('status          paused: out of quota');
    expect(lines).toContain('unscored        1');
    expect(lines).toContain(
      String.raw`unscored: HumanEval/1: the sandbox \x1b[31mdied\x1b[0m 3 times`,
    );
    expect(lines.find((line) => line.startsWith('bounds'))).toContain('[0.500, 1.000] over all 2');
    expect(lines.find((line) => line.startsWith('pass@1'))).toContain('1.000');
  });

  it('shows the phase of each attempt in progress, and counts them', async () => {
    const run = new SmallRun();
    await run.begin(configOf({ problems: ['a', 'b', 'c', 'd', 'e', 'f'] }));
    const running = async () => {
      const loaded = await loadRun(run.store, run.id);
      return { ...loaded, record: { ...loaded.record, status: 'running' as const } };
    };
    const inProgress = (loaded: LoadedRun) =>
      runTableLines(loaded).find((line) => line.startsWith('in progress'));
    expect(inProgress(await running())).toBe('in progress     6: a, b, c, d, e, ...');
    const phases = new Map([
      ['run-1/a/0', 'building'],
      ['run-1/c/0', 'grading'],
      ['run-1/f/0', 'building'],
      ['run-2/b/0', 'searching'],
    ]);
    const told = { ...(await running()), phases };
    expect(inProgress(told)).toBe(
      'in progress     6 (1 grading, 2 building): a building, b, c grading, d, e, ...',
    );
    expect(runDocument(told).inProgress.map(({ phase }) => phase)).toEqual([
      'building',
      null,
      'grading',
      null,
      null,
      'building',
    ]);
    const ended = { ...told, record: { ...told.record, status: 'completed' as const } };
    expect([inProgress(ended), runDocument(ended).inProgress]).toEqual([undefined, []]);
  });

  it('says nothing of pass@1 before anything is completed', async () => {
    const run = new SmallRun();
    await run.begin();
    const lines = await linesOf(run);
    expect(lines).toContain('pass@1          - (nothing completed yet)');
    expect(lines.join('\n')).not.toContain('programs  pass@1');
  });

  it('calls an unknown price unknown, not zero', async () => {
    const run = new SmallRun();
    await run.begin();
    const use = {
      run: run.id,
      problem: 'HumanEval/0',
      sample: 0,
      kind: 'search' as const,
      node: 'n0',
      context: { problem: 'HumanEval/0', role: 'solver' as const },
      repair: false,
    };
    const request = {
      logicalEndpoint: 'e',
      model: 'm',
      messages: [],
      parameters: {},
      seed: 0,
      draw: { sample: 0, ordinal: 0 },
    };
    await run.store.journal.claim({ identity: 'i', request, use, owner: 'o', leaseMs: 1 });
    await run.store.journal.answer(
      'i',
      { text: '', finishReason: 'stop', usage: null, costUsd: null, latencyMs: 1, origin: null },
      { use, requests: ['answered'] },
    );
    expect(await linesOf(run)).toContain('cost            unknown (unknown paid in this run)');
  });

  it('marks a simulated model and an oracle critic', async () => {
    const run = new SmallRun();
    const model = {
      kind: 'simulated',
      name: 'simulated',
      logicalEndpoint: 'simulated:x',
      competence: 0.4,
      criticAccuracy: 1,
    } as const;
    await run.play(configOf({ model }));
    const text = (await linesOf(run)).join('\n');
    expect(text).toContain('it says nothing about any model');
    expect(text).toContain('competence 0.4');
    expect(text).toContain('Critic accuracy: 1 (oracle)');
  });

  it.each([
    ['code-tree', 1],
    ['code-tree-no-verification', 0],
    ['resample', 0],
    ['direct', 0],
  ])('says how right a critic is where one is asked that: %s', async (method, times) => {
    const run = new SmallRun();
    await run.play(configOf({ method }));
    const said = (await linesOf(run)).filter((line) => line.includes('Critic accuracy'));
    expect(said).toHaveLength(times);
  });

  it.each([
    [29, false],
    [30, true],
  ])(
    'has a bootstrap interval where there are problems enough for one: %s',
    async (count, told) => {
      const problems = Array.from({ length: count }, (_, at) => `P/${String(at)}`);
      const run = new SmallRun();
      await run.begin(configOf({ problems, samples: 2 }));
      for (const [at, problem] of problems.entries()) {
        const node = await run.node(problem, {
          code: `def f(x): return ${String(at)}`,
          passes: at % 2 === 0,
        });
        await run.finish(problem, run.result([node]));
      }
      expect((await linesOf(run)).some((line) => line.startsWith('bootstrap'))).toBe(told);
    },
  );

  it('is refused for a run that is not there', async () => {
    await expect(loadRun(new SmallRun().store, 'nope\u001b[2J')).rejects.toMatchObject({
      code: 'RUN_UNKNOWN',
      exitCode: 2,
      message: String.raw`no run nope\x1b[2J in the store`,
    });
  });
});

describe('the document of a run', () => {
  it('has the figures of its table', async () => {
    const run = new SmallRun();
    await run.play();
    expect(runDocument(await loadRun(run.store, run.id))).toMatchObject({
      ...{ run: 'run-1', status: 'completed', total: 2, completed: 2, solved: 1, unscored: 0 },
      ...{ passAt1: 0.5, interval: [0.09453120573423074, 0.9054687942657693] },
      ...{ calls: 4, repeatedCalls: 0, knownRepeatedCalls: 0, tokens: 440, costUsd: 2 },
    });
  });
});
