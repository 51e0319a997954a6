import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parseRunFlags } from '../../../cli/run-flags';
import { readSettings } from '../../../config/settings';
import type { AttemptResult } from '../../../core/ports/records';
import { checkEvaluationRequest } from '../../../lab/evaluation/evaluation-request';
import { planEvaluation } from '../../../lab/evaluation/plan-evaluation';
import { planRun } from '../../../lab/planning/plan-run';
import { recordRun } from '../../../lab/runs/start-run';
import type { RunWork } from '../../../lab/runs/start-run';
import { SmallRun } from '../../report/small-run';
import { inStore } from '../in-store';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';

const own = useOwnHome();

// A command that would begin something ends with 3: there is no engine.
beforeAll(() => {
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
  process.env['OPENAI_BASE_URL'] = 'http://127.0.0.1:1/v1';
  process.env['OPENAI_API_KEY'] = 'sk-none';
});

type Unsolved = readonly string[];

/** Records that a run has ended, with all its problems solved but these. */
async function end({ id, config, dataset }: RunWork, unsolved: Unsolved = []): Promise<string> {
  await inStore(async (store) => {
    await recordRun(store, { id, config, dataset });
    const run = new SmallRun(id, undefined, store);
    for (const [position, problem] of config.problems.entries()) {
      await store.runs.beginAttempt({ run: id, problem, sample: 0 }, position);
      const code = `# ${problem}\n`;
      const node = await run.node(problem, { code, passes: !unsolved.includes(problem) });
      const result = run.result([node]);
      const evaluated: AttemptResult = {
        ...result,
        outcome: { kind: 'evaluation', program: await store.blobs.put(code) },
      };
      await run.finish(problem, config.kind === 'evaluation' ? evaluated : result);
    }
    await store.runs.setRunStatus(id, 'completed', null);
  });
  return id;
}

/** Records that the run of these flags has ended. */
async function endRun(flags: Readonly<Record<string, unknown>>, unsolved?: Unsolved) {
  return end(await planRun(parseRunFlags(flags), readSettings()), unsolved);
}

const problemOf = (task_id: string): object => ({
  ...{ task_id, prompt: 'def f():\n', canonical_solution: '    return 1\n' },
  ...{ entry_point: 'f', test: 'def check(candidate):\n    assert candidate() == 1\n' },
});
/** A data set in which a problem stands twice. */
const repeating = resolve(__dirname, '../../fixtures/apps/pairs.jsonl');

const bundled = { dataset: 'bundled', model: 'simulated', method: 'direct' };
const typed = ['--dataset', 'bundled', '--model', 'simulated', '--method', 'direct'];

describe('run start of a run that has ended', () => {
  it('prints what became of it', async () => {
    const run = await endRun({ ...bundled, seed: '3', limit: '2' });
    const words = ['run', 'start', ...typed, '--seed', '3', '--limit', '2'];
    const { code, stdout, stderr } = await runCommand(words);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^completed +2 of 2$/mu)]);
    expect(stderr).toBe(`run ${run}\nit has ended: --fresh NAME makes a new run\n`);
    const json = await runCommand([...words, '--detach', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ run, completed: 2, total: 2 });
  });

  it('names rows that repeat an earlier one before all else', async () => {
    const run = await endRun({ ...bundled, dataset: repeating, model: 'gpt-4o' });
    const { stderr } = await runCommand(
      ['run', 'start', '--dataset', repeating].concat(['--model', 'gpt-4o', '--method', 'direct']),
    );
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      expect.stringContaining('; 1 row that repeats an earlier one left out'),
      `run ${run}`,
    ]);
  });
});

describe('solve', () => {
  const solve = (...words: readonly string[]) =>
    runCommand(['solve', '--model', 'gpt-4o', '--method', 'direct', ...words]);
  const tree = { ...bundled, model: 'gpt-4o' };
  let ids: readonly string[] = [];
  beforeAll(async () => {
    const { config } = await planRun(parseRunFlags(bundled), readSettings());
    ids = config.problems;
  });

  it('shows what was found of the problem that is named, and ends well when that is solved', async () => {
    const [, id = ''] = ids;
    const run = await endRun({ ...tree, problems: id });
    const { code, stdout, stderr } = await solve('--dataset', 'bundled', '--problem', id);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${id} · direct · completed`)]);
    expect(stdout).toContain(`Every prompt and reply:\n  espalier run show ${run} ${id} --calls`);
    expect(stderr).toContain('it is completed already; --fresh NAME solves it again');
    const json = await solve('--dataset', 'bundled', '--problem', id, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      run,
      attempts: [{ attempt: { problem: id } }],
    });
  });

  it('ends with 1 when it is not solved', async () => {
    const [id = ''] = ids;
    await endRun({ ...tree, problems: id }, [id]);
    expect((await solve('--dataset', 'bundled', '--problem', id)).code).toBe(1);
  });

  it('takes a file of this folder for a file, whatever data set has its name', async () => {
    const before = process.cwd();
    own.file('mbpp', '');
    process.chdir(own.folder());
    try {
      own.file('one.json', JSON.stringify(problemOf('Own/0')));
      await endRun({ ...tree, dataset: './one.json' });
      expect((await solve('--file', 'one.json')).stdout).toContain('Own/0 · direct');
      expect((await solve('--file', join(own.folder(), 'one.json'))).code).toBe(0);
      expect((await solve('--file', 'mbpp')).stderr).toContain('./mbpp');
    } finally {
      process.chdir(before);
    }
  });

  it.each([
    [[], 'solve needs one problem'],
    [['--dataset', 'bundled', '--file', 'x.json'], 'solve needs one problem'],
    [['--dataset', 'bundled'], '--problem is missing'],
    [['--dataset', 'bundled', '--problem', 'gone'], '--problem: bundled has no gone'],
    [['--dataset', 'bundled', '--problem', 'x', '--limit', '3'], "unknown option '--limit'"],
  ])('refuses %j', async (words, message) => {
    const said = await solve(...words).catch((error: unknown) => ({
      code: 2,
      stderr: String(error),
    }));
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('takes one problem and no more', async () => {
    const both = ids.slice(0, 2).join(',');
    const { code, stderr } = await solve('--dataset', 'bundled', '--problem', both);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--problem names 2 problems, and solve takes one'),
    ]);
  });
});

describe('sweep', () => {
  const sweep = ['sweep', '--dataset', 'bundled', '--model', 'simulated', '--limit', '2'];

  it('tells of all its runs in their order, and ends well when every problem has a verdict', async () => {
    const small = { ...bundled, limit: '2' };
    const { config } = await planRun(parseRunFlags(small), readSettings());
    const runs = [
      await endRun(small, config.problems.slice(1)),
      await endRun({ ...small, method: 'resample' }),
    ];
    const words = [...sweep, '--method', 'direct,resample'];
    const { code, stdout, stderr } = await runCommand(words);
    expect([code, stderr.trimEnd().split('\n')]).toEqual([
      0,
      [
        `run 1 of 2: ${runs[0] ?? ''}`,
        'it has ended: --fresh NAME makes a new run',
        `run 2 of 2: ${runs[1] ?? ''}`,
        'it has ended: --fresh NAME makes a new run',
        `Again, or with --plots: espalier report ${runs.join(' ')}`,
      ],
    ]);
    expect(stdout).toContain('pass@1');
    const json = await runCommand([...words, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ runs: runs.map((run) => ({ run })) });
  });

  it('refuses the same model twice', async () => {
    const { code, stderr } = await runCommand([
      ...[...sweep, '--method', 'direct', '--model', 'simulated'],
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has a member twice')]);
  });

  it('names what is left out once for each data set', async () => {
    for (const method of ['direct', 'resample'])
      await endRun({ ...bundled, dataset: repeating, model: 'gpt-4o', method });
    const { stderr } = await runCommand([
      'sweep',
      '--dataset',
      repeating,
      '--model',
      'gpt-4o',
      '--method',
      'direct,resample',
    ]);
    expect(stderr.match(/repeats an earlier one/gu)).toHaveLength(1);
  });
});

describe('demo', () => {
  it('shows the table and the most instructive tree of the demo that is there, and where to look next', async () => {
    const demo = { ...bundled, method: 'code-tree', budget: '10' };
    const run = await endRun(demo);
    const { code, stdout, stderr } = await runCommand(['demo']);
    expect([code, stderr]).toEqual([
      0,
      'CodeTree search on the bundled problems, with the simulated model (no key needed)\n' +
        'this demo is completed already; --fresh NAME runs it again\n',
    ]);
    const [, problem = ''] = /\nThe tree of (\S+):\n/u.exec(stdout) ?? [];
    expect(stdout).toContain(`\n${problem} · code-tree · completed`);
    expect(stdout).toContain(`npx espalier run show ${run} ${problem} --calls\n`);
    expect(stdout).toContain('npx espalier down\n');
    expect(stdout.indexOf('completed ')).toBeLessThan(stdout.indexOf('The tree of'));
    expect((await runCommand(['demo', '--fresh', 'again'])).code).toBe(3);
  });
});

describe('evaluate', () => {
  const written = (name: string, rows: readonly object[]): string =>
    own.file(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const results = (name: string): string => join(own.folder(), `${name}_results.jsonl`);

  /** The command on two samples in a file of this name. */
  function evaluate(name: string) {
    const dataset = written('own.jsonl', [problemOf('Own/0'), problemOf('Own/1')]);
    const sampleOf = (task_id: string): object => ({ task_id, completion: `    # ${name}\n` });
    const samples = written(name, [sampleOf('Own/0'), sampleOf('Own/1')]);
    return {
      request: { dataset, samples },
      run: (...flags: readonly string[]) =>
        runCommand(['evaluate', samples, '--dataset', dataset, ...flags]),
    };
  }

  async function ended(name: string, unsolved: Unsolved = []) {
    const { request, run } = evaluate(name);
    const context = { settings: readSettings(), note: () => undefined };
    const plan = await inStore((store) =>
      planEvaluation(context, store, checkEvaluationRequest(request)),
    );
    return { run, id: await end(plan, unsolved) };
  }

  it('of samples that are graded writes the results beside them, and says where', async () => {
    const { run, id } = await ended('a.jsonl', ['Own/1']);
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, expect.stringContaining(`run ${id}\nit has ended`)]);
    expect(stdout).toMatch(/^solved +1$/mu);
    expect(stdout.endsWith(`\n\nresults: ${results('a.jsonl')}\n`)).toBe(true);
    const rows = readFileSync(results('a.jsonl'), 'utf8').trim().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { passed: boolean }).passed)).toEqual([
      true,
      false,
    ]);
  });

  it('writes the forms that are asked for into the folder that is named', async () => {
    const { run, id } = await ended('b.jsonl');
    const folder = join(own.folder(), 'results');
    const { code, stdout } = await run('--output', folder, '--results', 'evalplus', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { run: id, results: [join(folder, 'b_eval_results.json')] },
    ]);
    const none = await run('--results', 'none', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ results: [] });
    expect((await run('--results', 'none')).stdout).not.toContain('results:');
    expect(existsSync(results('b.jsonl'))).toBe(false);
  });

  it('writes the results of a folder of samples into that folder', async () => {
    const dataset = written('own.jsonl', [problemOf('Own/0')]);
    const samples = join(own.folder(), 'folder');
    mkdirSync(join(samples, 'Own_0'), { recursive: true });
    writeFileSync(join(samples, 'Own_0', '0.py'), 'def f():\n    return 1\n');
    const context = { settings: readSettings(), note: () => undefined };
    const request = checkEvaluationRequest({ dataset, samples });
    await end(await inStore((store) => planEvaluation(context, store, request)));
    const words = ['evaluate', samples, '--dataset', dataset, '--results', 'evalplus', '--json'];
    const { code, stdout } = await runCommand(words);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { results: [join(samples, 'eval_results.json')] },
    ]);
  });

  it('refuses forms beside none, before anything is looked at', async () => {
    const { code, stderr } = await runCommand([
      'evaluate',
      'gone',
      '--dataset',
      'gone',
      '--results',
      'none,lcb',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--results names files, and none')]);
  });

  it('begins no work whose results would replace others, unless that is wished', async () => {
    const { run } = evaluate('c.jsonl');
    writeFileSync(results('c.jsonl'), 'mine\n');
    const refused = await run();
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(results('c.jsonl')),
    ]);
    // Nothing else stands in the way of these but the engine.
    for (const flags of [['--force'], ['--results', 'none'], ['--results', 'evalplus']]) {
      expect([flags, (await run(...flags)).code]).toEqual([flags, 3]);
    }
    expect(readFileSync(results('c.jsonl'), 'utf8')).toBe('mine\n');
  });
});

describe('run resume of a run whose every problem has a verdict', () => {
  it('says so, and prints it', async () => {
    const run = await endRun({ ...bundled, seed: '8', limit: '1' });
    const { code, stdout, stderr } = await runCommand(['run', 'resume', run]);
    expect([code, stderr]).toEqual([0, 'it has ended, and every problem has a verdict\n']);
    expect(stdout).toMatch(/^completed +1 of 1$/mu);
  });
});
