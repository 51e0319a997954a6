import { truncateSync } from 'node:fs';

import { registerSandboxRun } from '../../../cli/commands/sandbox/run';
import type { CheckTask, ScriptTask } from '../../../core/adapters/sandbox';
import type { ScriptEnd, ScriptResult } from '../../../core/schemas/verdict';
import { answeringSandbox, printed } from '../../fakes/answering-sandbox';
import type { Answers } from '../../fakes/answering-sandbox';
import { useOwnHome } from './own-home';
import { playedSandbox } from './played-sandbox';
import { runRegistered } from './run-command';

const own = useOwnHome();
const program = (): string => own.file('add.py', 'print(7)\n');

/** `sandbox run` where a sandbox answers like this. */
async function runWith(answers: Answers, args: readonly string[]) {
  const { within, wishes } = playedSandbox(answeringSandbox(answers));
  const register = (parent: Parameters<typeof registerSandboxRun>[0]): void => {
    registerSandboxRun(parent, within);
  };
  return { wishes, ...(await runRegistered(register, ['run', program(), ...args])) };
}

/** What the sandbox is asked to run. */
async function asked(...args: readonly string[]): Promise<readonly ScriptTask[]> {
  const tasks: ScriptTask[] = [];
  const run = (task: ScriptTask): object => {
    tasks.push(task);
    return {};
  };
  const { code, stderr } = await runWith({ run }, args);
  expect([code, stderr]).toEqual([0, '']);
  return tasks;
}

/** What is said of a program that ends like this. */
const saidOf = (ended: Partial<ScriptResult>, ...args: readonly string[]) =>
  runWith({ run: () => ended }, args);

describe('a program that is run', () => {
  it('gets 10 seconds, 1 GiB, no input and the seed 0, in one cell', async () => {
    const [task, ...more] = await asked();
    expect(more).toEqual([]);
    expect(String(task?.program)).toBe('print(7)\n');
    expect([task?.stdin, task?.seed]).toEqual(['', 0]);
    expect(task?.limits).toMatchObject({ cpuMs: 10_000, wallMs: 50_000, memoryMb: 1024 });
    expect((await runWith({ run: () => ({}) }, [])).wishes).toEqual([{ slots: 1 }]);
  });

  it('gets the limits, the input and the seed that are typed', async () => {
    const input = own.file('input', 'given');
    const [task] = await asked(
      ...['--stdin', input, '--seed', '3', '--cpu', '0.5', '--wall', '2.5', '--memory', '64'],
    );
    expect([String(task?.stdin), task?.seed]).toEqual(['given', 3]);
    expect(task?.limits).toMatchObject({ cpuMs: 500, wallMs: 2_500, memoryMb: 64 });
    expect((await asked('--cpu', '2'))[0]?.limits).toMatchObject({ wallMs: 10_000 });
  });

  it.each([
    [['--cpu', '0.01', '--wall', '0.01'], { cpuMs: 10, wallMs: 10 }],
    [['--cpu', '3600', '--wall', '3600'], { cpuMs: 3_600_000, wallMs: 3_600_000 }],
    [['--memory', '32'], { memoryMb: 32 }],
    [['--memory', String(1024 * 1024)], { memoryMb: 1024 * 1024 }],
  ])('may have limits as far as %j', async (flags, limits) => {
    expect((await asked(...flags))[0]?.limits).toMatchObject(limits);
  });

  it.each([
    ['--cpu', '0.009'],
    ['--cpu', '3601'],
    ['--wall', '3601'],
    ['--memory', '31'],
    ['--memory', '64.5'],
    ['--memory', String(1024 * 1024 + 1)],
    ['--seed', '-1'],
    ['--seed', '0.5'],
    ['--repeat', '100001'],
    ['--repeat', '1.5'],
  ])('is not run with %s %s', async (flag, value) => {
    const { code, stderr } = await saidOf({}, `${flag}=${value}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${flag} "${value}"`)]);
  });

  it('is run as often as is asked, and its distinct outputs are counted', async () => {
    let run = 0;
    const next = (): Partial<ScriptResult> => {
      run += 1;
      return { stdout: printed(String(run % 2)) };
    };
    const { code, stdout } = await runWith({ run: next }, ['--repeat', '3']);
    expect([run, code]).toEqual([3, 1]);
    expect(stdout).toMatch(/^1\n(.*\n)+3 runs, 2 distinct outputs\n$/u);
    const same = await saidOf({}, '--repeat', '2');
    expect([same.code, same.stdout]).toEqual([
      0,
      expect.stringContaining('2 runs, 1 distinct output\n'),
    ]);
    expect((await saidOf({})).stdout).not.toContain('distinct');
  });

  it('counts as another output what ends otherwise or says something else on stderr', async () => {
    const differing: Partial<ScriptResult>[][] = [
      [{}, { stderr: printed('x') }],
      [{}, { end: { kind: 'exited', code: 1 } }],
    ];
    for (const results of differing) {
      const run = (): Partial<ScriptResult> => results.shift() ?? {};
      const { code, stdout } = await runWith({ run }, ['--repeat', '2']);
      expect([code, stdout]).toEqual([1, expect.stringContaining('2 distinct outputs')]);
    }
  });

  it.each<[ScriptEnd, string, number]>([
    [{ kind: 'exited', code: 0 }, 'exited with 0', 0],
    [{ kind: 'exited', code: 4 }, 'exited with 4', 1],
    [{ kind: 'timed-out', cause: 'cpu' }, 'timed-out (cpu)', 1],
    [{ kind: 'killed-by-signal', signal: 'SIG\u001bX' }, String.raw`killed-by-signal SIG\x1bX`, 1],
    [{ kind: 'memory-limit' }, 'memory-limit', 1],
    [{ kind: 'output-limit' }, 'output-limit', 1],
  ])('that ends as %j is described as %s', async (end, words, code) => {
    const said = await saidOf({ end, wallMs: 12.4, cpuMs: 5.6 });
    expect(said).toMatchObject({ code, stdout: `${words}; 12 ms, 6 ms of CPU\n` });
  });

  it('has its stdout and stderr shown without their last line break, and what was cut counted', async () => {
    const stdout = { text: 'a\n\n', bytes: 900, truncated: true };
    const stderr = { text: 'e\n', bytes: 80, truncated: true };
    const both = await saidOf({ stdout, stderr });
    expect([both.stdout.split('; ')[0], both.stderr]).toEqual(['a\n\nexited with 0', 'e\n']);
    expect(both.stdout).toContain(
      '; 900 bytes on stdout, of which head and tail are kept; 80 bytes on stderr, of which',
    );
    const json = await saidOf({ stdout, stderr }, '--json', '--repeat', '2');
    expect(json.stderr).toBe('');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ stdout, stderr, verdict: null, runs: 2, distinct: 1 },
      end: { kind: 'exited', code: 0 },
    });
  });

  it('has a verdict when an output is expected, line by line unless another rule is named', async () => {
    const expected = own.file('expected', 'a b\n\n');
    const printedApart = { stdout: printed('a b\n') };
    const tokens = { stdout: printed('a\nb') };
    const expecting = (ended: Partial<ScriptResult>, ...args: readonly string[]) =>
      saidOf(ended, '--expect', expected, ...args);
    expect(await expecting(printedApart)).toMatchObject({ code: 0 });
    expect((await expecting(printedApart)).stdout).toMatch(/\npassed, data, 1 ms of CPU\n$/u);
    expect(await expecting(tokens)).toMatchObject({ code: 1 });
    expect(await expecting(tokens, '--compare', 'tokens')).toMatchObject({ code: 0 });
    const failed = await expecting(tokens, '--json');
    expect(JSON.parse(failed.stdout)).toMatchObject({ verdict: { kind: 'failed' } });
    const told = await expecting(tokens);
    expect(told.stdout).toMatch(/\nfailed, data, .*\nThe output differs/u);
    expect(told.stdout).not.toContain('it gave');
  });
});

describe('a program that a test checks', () => {
  const test = (): string => own.file('test.py', 'assert add(1, 2) == 3\n');
  const check = (answers: Answers, ...args: readonly string[]) =>
    runWith(answers, ['--entry', 'add', '--test', test(), ...args]);

  it('is called by its name, at the level, with the limits and the seed that are typed', async () => {
    const tasks: CheckTask[] = [];
    const passing = (task: CheckTask) => {
      tasks.push(task);
      return ['passed' as const];
    };
    const usual = await check({ check: passing });
    expect(usual).toMatchObject({ code: 0, stdout: 'passed, data, 1 ms of CPU\n' });
    expect(usual.wishes).toEqual([undefined]);
    await check({ check: passing }, '--assurance', 'shared', '--cpu', '2', '--seed', '9');
    expect(tasks).toMatchObject([
      { entryPoint: 'add', assurance: 'data', seed: 0, limits: { cpuMs: 10_000 } },
      { entryPoint: 'add', assurance: 'shared', seed: 9, limits: { cpuMs: 2_000 } },
    ]);
    expect(tasks[0]).toMatchObject({ trustedSetup: '', tests: ['assert add(1, 2) == 3\n'] });
    expect(String(tasks[0]?.program)).toBe('print(7)\n');
  });

  it('is reported with its error and its result, and exits with 1', async () => {
    const failed = { kind: 'failed' as const, cpuMs: 7.5, error: 'no\u001b', actual: '\u001b4' };
    const { code, stdout } = await check({ check: () => [failed] });
    expect([code, stdout]).toEqual([
      1,
      `failed, data, 8 ms of CPU\n${String.raw`no\x1b`}\n${String.raw`it gave: \x1b4`}\n`,
    ]);
    const handled = { kind: 'passed', handles: true } as const;
    const used = await check({ check: () => [handled] }, '--assurance', 'objects');
    expect(used.stdout).toBe('passed, objects, handles used, 1 ms of CPU\n');
    const json = await check({ check: () => [failed] }, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ outcomes: [{ kind: 'failed' }] });
  });

  it('without an outcome has failed', async () => {
    expect(await check({ check: () => [] })).toMatchObject({ code: 1, stdout: 'no outcome\n' });
  });

  it.each(['stdin', 'expect', 'compare', 'repeat'])('takes no --%s', async (flag) => {
    const { code, stderr } = await check({}, `--${flag}`, '3');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--${flag} means nothing to a`)]);
    const half = await runWith({}, ['--test', test(), `--${flag}`, '3']);
    expect(half.stderr).toContain(`--${flag} means nothing to a`);
  });

  it.each(['1add', 'a b', 'add()', 'm.add'])(
    'is not called by %s, which is no name',
    async (name) => {
      const { code, stderr } = await runWith({}, ['--entry', name, '--test', test()]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--entry "${name}" is no name`)]);
    },
  );

  it.each(['_x1', 'größe', 'x'])('is called by the name %s', async (name) => {
    const tasks: CheckTask[] = [];
    const answers: Answers = {
      check: (task) => {
        tasks.push(task);
        return ['passed'];
      },
    };
    await runWith(answers, ['--entry', name, '--test', test()]);
    expect(tasks).toMatchObject([{ entryPoint: name }]);
  });
});

describe('a file that a program is given', () => {
  const most = 16 * 1024 * 1024;

  it('may have 16 MiB, and no byte more', async () => {
    const input = own.file('large', '');
    truncateSync(input, most);
    expect((await asked('--stdin', input))[0]?.stdin).toHaveLength(most);
    truncateSync(input, most + 1);
    const { code, stderr } = await saidOf({}, '--stdin', input);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`--stdin: ${input} has ${String(most + 1)} bytes, more than`),
    ]);
  });

  it('is no device', async () => {
    const { code, stderr } = await saidOf({}, '--expect', '/dev/null');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--expect: /dev/null is no regular file'),
    ]);
  });
});
