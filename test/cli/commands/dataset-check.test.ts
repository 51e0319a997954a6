import { registerDatasetCheck } from '../../../cli/commands/dataset/check';
import type { CheckTask } from '../../../core/adapters/sandbox';
import type { VerdictKind } from '../../../core/schemas/verdict';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { useOwnHome } from '../sandbox/own-home';
import { playedSandbox } from '../sandbox/played-sandbox';
import { runRegistered } from '../sandbox/run-command';

const own = useOwnHome();

const rowOf = (id: string): object => ({
  task_id: id,
  prompt: `def twice(x):\n    """Of ${id}.\n    >>> twice(1)\n    2\n    """\n`,
  entry_point: 'twice',
  canonical_solution: '    return x * 2\n',
  test: 'def check(candidate):\n    assert candidate(4) == 8\n',
});

/** What becomes of the reference of a problem: by its visible tests, and by its hidden ones. */
type Became = Readonly<Record<string, { visible?: VerdictKind; hidden?: VerdictKind }>>;

function check(became: Became, ...args: readonly string[]) {
  const file = own.file(
    'mini.jsonl',
    Object.keys(became)
      .map((id) => `${JSON.stringify(rowOf(id))}\n`)
      .join(''),
  );
  const sandbox = answeringSandbox({
    check: ({ program, tests }: CheckTask) => {
      const id = /Of (\S+)\./u.exec(String(program))?.[1] ?? '';
      const { visible = 'passed', hidden = 'passed' } = became[id] ?? {};
      return tests.map((test) => {
        const kind = test.includes('check(') ? hidden : visible;
        return kind === 'raised'
          ? { kind, error: 'Traceback\n  line 1\nValueError: \u001bno' }
          : kind;
      });
    },
  });
  return runRegistered(
    (program) => {
      registerDatasetCheck(program, playedSandbox(sandbox).within);
    },
    ['check', file, ...args],
  );
}

const squeezed = (text: string): readonly string[] => text.replace(/ +/g, ' ').split('\n');

describe('dataset check', () => {
  it('tells what a limit stopped from what fails, and a visible test from a hidden one', async () => {
    const { code, stdout } = await check({
      'M/0': {},
      'M/1': { visible: 'timed-out' },
      'M/2': { hidden: 'timed-out' },
      'M/3': { hidden: 'raised' },
      'Mbpp/599': { hidden: 'timed-out' },
    });
    expect(code).toBe(1);
    expect(squeezed(stdout)).toEqual([
      'data set problems references data objects shared fail',
      'mini 5 5 2 0 0 3',
      '',
      'Visible tests on which a limit stopped the reference; they are shown:',
      'M/1 timed-out',
      '',
      'Not to be scored, because their own references fail:',
      String.raw`M/3 raised ValueError: \x1bno`,
      '',
      'Scored, though a limit stopped their references, so that verdicts say little:',
      'M/2 timed-out',
      expect.stringMatching(/^Mbpp\/599 timed-out it adds up a hundred million/u),
      '',
    ]);
  });

  it('asks of the problems that are named alone, and says how far it is', async () => {
    const became = { 'M/0': { hidden: 'failed' }, 'M/1': {}, 'M/2': {} } as const;
    const one = await check(became, 'M/1', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({ problems: 1, failed: [] });
    const named = await check(became, 'M/1', 'M/2', '--json');
    expect([named.code, JSON.parse(named.stdout)]).toMatchObject([
      0,
      { problems: 2, passed: { data: 2 }, failed: [], without: [] },
    ]);
    expect(named.stderr).toMatch(/^mini: 1 of 2 references\n(.*\n)*mini: done\n$/u);
    const all = await check(became);
    expect([all.code, squeezed(all.stdout)[1]]).toEqual([1, 'mini 3 3 2 0 0 1']);
  });

  it('counts a reference at the level at which it passes', async () => {
    const sandbox = answeringSandbox({
      check: ({ assurance, tests }) =>
        tests.map(() => (assurance === 'objects' ? 'passed' : 'failed')),
    });
    const file = own.file('one.jsonl', `${JSON.stringify(rowOf('M/0'))}\n`);
    const { code, stdout } = await runRegistered(
      (program) => {
        registerDatasetCheck(program, playedSandbox(sandbox).within);
      },
      ['check', file],
    );
    expect([code, squeezed(stdout)[1]]).toEqual([0, 'one 1 1 0 1 0 0']);
  });
});
