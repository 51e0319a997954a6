import { gzipSync } from 'node:zlib';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describeWithSandbox } from '../../../prerequisites';
import { useOwnHome } from '../../../cli/sandbox/own-home';
import { runTrial } from '../../../cli/sandbox/run-command';

interface Told {
  readonly banks: readonly {
    readonly name: string;
    readonly programs: number;
    readonly agreed: number;
    readonly disagreements: readonly { readonly name: string; readonly ours: string }[];
  }[];
}

const apps = {
  name: '7',
  description: 'Both words.',
  sample_io: [{ input: '1', output: '1 2' }],
  test_list: [
    { input: '1', output: '1 2' },
    { input: '2', output: '2 0.5' },
  ],
};
const contest = {
  name: '1_A. Words',
  test_list: [{ input: '1', output: ['YES 0.333333'] }],
};
const humanEval = {
  task_id: 'HumanEval/0',
  prompt: 'def f(n):\n    """Half."""\n',
  entry_point: 'f',
  canonical_solution: '    return n // 2\n',
  test: 'def check(candidate):\n    assert candidate(5) == 2\n',
};

describeWithSandbox('the trial of grading', () => {
  const { folder } = useOwnHome();
  beforeAll(() => {
    const write = (file: string, rows: readonly object[]): void => {
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      const path = join(folder(), file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.endsWith('.gz') ? gzipSync(text) : text);
    };
    process.env['XDG_CACHE_HOME'] = join(folder(), 'cache');
    write('programs/apps-mapcoder-150.jsonl', [apps]);
    write('programs/codecontests-test-73.jsonl.gz', [contest]);
    write('humaneval/HumanEval.jsonl.gz', [humanEval]);
    const answer = (task_id: string, program: string, recorded_pass: boolean): object => {
      return { task_id, program, recorded_pass };
    };
    write('recorded/apps-mapcoder-150.jsonl.gz', [
      answer('7', 'n = int(input())\nprint([0.5, 1][n % 2], 2)\n', true),
      answer('7', 'print(1, 2)\n', true),
      answer('7', 'print(2)\n', false),
    ]);
    write('recorded/codecontests.jsonl.gz', [
      answer('1_A. Words', 'print("yes", 1 / 3)\n', true),
      answer('1_A. Words', 'print("yes", 0.3)\n', false),
      answer('1_A. Words', 'print("yes", 1 / 3); 1 / 0\n', true),
    ]);
    write('recorded/humaneval.jsonl.gz', [
      answer('HumanEval/0', 'def f(n):\n    return 0\n', false),
      answer('HumanEval/0', 'def f(n):\n    return n // 2\n', false),
      answer('HumanEval/0', 'def f(n):\n    return n // 2\n', true),
      answer('HumanEval/9', 'def f(n):\n    return 0\n', true),
    ]);
  });

  const told = async (...args: readonly string[]) => {
    const { code, stdout } = await runTrial(['grading', '--data', folder(), ...args, '--json']);
    const { banks } = JSON.parse(stdout) as Told;
    return { code, banks };
  };

  it('compares with what was recorded last of each program of a problem that is there', async () => {
    const { code, banks } = await told('--bank', 'humaneval,apps-mapcoder-150');
    expect(code).toBe(0);
    expect(banks).toMatchObject([
      { name: 'humaneval', programs: 2, agreed: 2, disagreements: [] },
      {
        name: 'apps-mapcoder-150',
        programs: 3,
        agreed: 2,
        disagreements: [{ name: '7 line 2', recorded: 'passed', ours: 'failed', strict: false }],
      },
    ]);
  });

  it('asks the rules of APPS and CodeContests, which know better than what was recorded, once', async () => {
    const asked = ['--bank', 'apps-mapcoder-150,codecontests', '--against', 'tool'];
    const all = [
      { name: 'apps-mapcoder-150', programs: 3, agreed: 3 },
      { name: 'codecontests', programs: 3, agreed: 3 },
    ];
    expect((await told(...asked)).banks).toMatchObject(all);
    expect((await told(...asked)).banks).toMatchObject(all);
    const answers = join(folder(), 'cache/espalier/bench/verdicts/apps-rules-1.jsonl');
    expect(readFileSync(answers, 'utf8').trim().split('\n')).toHaveLength(3);
  }, 60_000);
});
