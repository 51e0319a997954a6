import { bankText } from '../../../cli/commands/env/bank';
import { registerEnvVerify } from '../../../cli/commands/env/verify';
import { eventually } from '../../../laboratory/home/eventually';
import type { verifySuites } from '../../../workers';
import { useOwnHome } from '../sandbox/own-home';
import { runRegistered } from '../sandbox/run-command';

useOwnHome();

type Result = Awaited<ReturnType<typeof verifySuites>>[number];

const result = (suite: string, trial: string, ok: boolean): Result => ({
  ...{ suite, trial, ok, criterion: `of ${suite}`, ms: 2_000 },
  ...{ expected: 'works', outcome: ok ? 'works' : 'fa\u001bils' },
});

/** The command where suites give these results, and what it asks for. */
async function verified(results: readonly Result[], ...words: readonly string[]) {
  const asked: Parameters<typeof verifySuites>[0][] = [];
  const run: typeof verifySuites = async (options) => {
    asked.push(options);
    for (const one of results) options.onResult(one);
    return results;
  };
  const said = await runRegistered(
    (program) => {
      registerEnvVerify(program, run);
    },
    ['verify', ...words],
  );
  return { ...said, asked };
}

const listeners = () => ['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal));

describe('env verify', () => {
  it('tells of each trial as it ends, and of all of them in the end', async () => {
    const before = listeners();
    const results = [result('locks', 'one', true), result('cells', 'two', true)];
    const { code, stdout, stderr, asked } = await verified(results, 'all');
    expect([code, asked]).toMatchObject([0, [{ wanted: 'all' }]]);
    expect(stdout.replace(/ +/gu, ' ').split('\n')).toEqual([
      'suite trial expected came took',
      'locks one works works 2 s',
      'cells two works works 2 s',
      '2 trials, 0 failed',
      '',
    ]);
    expect(stderr).toBe('ok  locks  one: works\nok  cells  two: works\n');
    expect(listeners()).toEqual(before);
  });

  it('marks those that failed, and fails', async () => {
    const results = [result('locks', 'one', false), result('locks', 'two', true)];
    const { code, stdout, stderr } = await verified(results, 'locks');
    expect([code, stdout.replace(/ +/gu, ' ')]).toEqual([
      1,
      expect.stringContaining(
        String.raw`locks one works fa\x1bils 2 s FAILED` +
          '\nlocks two works works 2 s\n2 trials, 1 failed\n',
      ),
    ]);
    expect(stderr).toMatch(/^FAILED {2}locks {2}one: /u);
  });

  it('counts by suite for a script', async () => {
    const results = [
      result('locks', 'one', false),
      result('cells', 'two', true),
      result('locks', 'three', true),
    ];
    const { stdout, stderr } = await verified(results, 'all', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      suites: [
        { suite: 'locks', criterion: 'of locks', trials: 2, failed: 1 },
        { suite: 'cells', criterion: 'of cells', trials: 1, failed: 0 },
      ],
      results: { length: 3 },
    });
    expect(stderr).toBe('');
  });

  it('runs on the backend that is named', async () => {
    const { asked } = await verified([], 'all', '--backend', 'docker');
    expect(asked).toMatchObject([{ sandbox: { backend: 'docker' } }]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends its suites at %s', async (signal) => {
    let begun = false;
    const run: typeof verifySuites = async ({ signal: stop }) => {
      begun = true;
      await eventually('the end', () => stop?.aborted === true);
      return [];
    };
    const running = runRegistered(
      (program) => {
        registerEnvVerify(program, run);
      },
      ['verify', 'all'],
    );
    await eventually('the beginning', () => begun);
    process.emit(signal);
    expect((await running).code).toBe(0);
  });
});

describe('env bank', () => {
  it('says what it wrote, and what it left out', () => {
    const tally = { problems: 2, right: 3, wrong: 7, doubtful: 0 };
    expect(bankText('b', tally)).toBe('b: 3 right and 7 wrong programs for 2 problems');
    expect(bankText('b', { ...tally, doubtful: 1 })).toBe(
      'b: 3 right and 7 wrong programs for 2 problems; 1 left out, of which two runs did not agree',
    );
  });
});
