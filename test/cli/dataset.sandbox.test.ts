import type { CheckedReferences } from '../../lab/datasets/check-references';
import { describeWithData, describeWithSandbox, sharedData } from '../prerequisites';
import { useOwnHome } from './sandbox/own-home';
import { runCommand } from './sandbox/run-command';

const rowOf = (number: number, test: string, changes: object = {}) => ({
  task_id: `Mini/${String(number)}`,
  prompt: 'def twice(x):\n    """Twice of x.\n    >>> twice(1)\n    2\n    """\n',
  entry_point: 'twice',
  canonical_solution: '    return x * 2  # reference-secret\n',
  test: `def check(candidate):\n    assert candidate(${test}) == 8  # hidden-secret\n`,
  ...changes,
});
const right = rowOf(0, '4');
const wrong = rowOf(1, '5');
const misled = rowOf(2, '4', { prompt: right.prompt.replace('    2\n', '    3\n') });
const unreferenced = rowOf(3, '4', { canonical_solution: undefined });

describeWithSandbox('espalier dataset', () => {
  const { file } = useOwnHome();
  const set = (...rows: readonly object[]): string =>
    file('mini.jsonl', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

  it('check names the references that fail the hidden check, and exits with 1', async () => {
    const { code, stdout, stderr } = await runCommand([
      ...['dataset', 'check', set(right, wrong, misled, unreferenced)],
    ]);
    expect(code).toBe(1);
    expect(stdout.replace(/ +/g, ' ').split('\n')).toEqual([
      'data set problems references data objects shared fail',
      'mini 4 3 2 0 0 1',
      '',
      '1 problem without a reference: nobody has tried their tests.',
      '',
      'Visible tests that the reference itself fails, while it passes the hidden ones; runs do not show them:',
      'Mini/2 1 of 1 failed assert twice(1) == 3',
      '',
      'Not to be scored, because their own references fail:',
      'Mini/1 failed AssertionError',
      '',
    ]);
    expect(stderr).toContain('mini: done');
  });

  it('check asks about the visible tests of a file as well', async () => {
    const given = {
      task_id: 'Mini/0',
      given_tests: ['assert twice(1) == 99', 'assert twice(1) == 2'],
    };
    const tests = file('tests.jsonl', `${JSON.stringify(given)}\n`);
    const { code, stdout } = await runCommand([
      ...['dataset', 'check', set(right), '--visible-tests', tests],
    ]);
    expect(code).toBe(0);
    expect(stdout.replace(/ +/g, ' ')).toContain('Mini/0 1 of 2 failed assert twice(1) == 99');
  });

  describeWithData(['humaneval/HumanEval.jsonl.gz', 'humaneval/HumanEvalPlus.jsonl.gz'])(
    'check of the published HumanEval',
    () => {
      it.each(['humaneval/HumanEval.jsonl.gz', 'humaneval/HumanEvalPlus.jsonl.gz'])(
        'names the five wrong examples of %s, and no right one beside them',
        async (published) => {
          const ids = [47, 116, 130].map((number) => `HumanEval/${String(number)}`);
          const { code, stdout } = await runCommand([
            ...['dataset', 'check', sharedData(published), ...ids, '--json'],
          ]);
          const { passed, dropped } = JSON.parse(stdout) as CheckedReferences;
          expect([code, passed]).toEqual([0, { data: 3, objects: 0, shared: 0 }]);
          expect(
            dropped.map(({ of, dropped: tests }) => [of, tests.map(({ test }) => test)]),
          ).toEqual([
            [2, ['assert median([-10, 4, 6, 1000, 10, 20]) == 15.0']],
            [
              2,
              [
                'assert sort_array([1, 5, 2, 3, 4]) == [1, 2, 3, 4, 5]',
                'assert sort_array([-2, -3, -4, -5, -6]) == [-6, -5, -4, -3, -2]',
              ],
            ],
            // Lines of the recurrence, which speaks of numbers where the function gives lists.
            [3, ['assert tri(1) == 3', 'assert tri(4) == 3']],
          ]);
        },
        300_000,
      );
    },
  );

  it('check exits with 0 when all pass, of one problem as well; --json is one document', async () => {
    const path = set(right, wrong);
    expect((await runCommand(['dataset', 'check', path, 'Mini/0'])).code).toBe(0);
    const { code, stdout } = await runCommand(['dataset', 'check', path, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { dataset: 'mini', problems: 2, passed: { data: 1 }, failed: [{ id: 'Mini/1' }], misled: [] },
    ]);
  });

  it('check refuses a set without references, and an id that is not there', async () => {
    const none = await runCommand(['dataset', 'check', set(unreferenced)]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has a reference')]);
    const other = await runCommand(['dataset', 'check', set(right), 'Mini/7']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('no problem "Mini/7"')]);
  });

  it('show tells what a set holds, and of a problem what models read: nothing hidden', async () => {
    const path = set(right, unreferenced);
    const whole = await runCommand(['dataset', 'show', path]);
    expect(whole.stdout).toMatch(/dropped by runs +not known yet/u);
    expect(whole.stdout).toMatch(/form +HumanEval\n(.*\n)*references +1\n/);
    const one = await runCommand(['dataset', 'show', path, 'Mini/0']);
    expect(one.stdout).toContain('>>> twice(1)');
    expect(whole.stdout + one.stdout).not.toContain('secret');
    const json = await runCommand(['dataset', 'show', path, 'Mini/0', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ problem: 'Mini/0', kind: 'function', entryPoint: 'twice', reference: true },
    });
    expect(json.stdout).not.toContain('secret');
  });
});
