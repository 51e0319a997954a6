import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { checkOf } from '../../../core/tasks/check-of';
import { runCheck } from '../../../core/tasks/run-check';
import type { ScriptHidden } from '../../../core/tasks/script';
import { visibleFeedback } from '../../../core/tasks/visible-feedback';
import { openSandbox } from '../../../sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { scriptNamed } from './sample-tasks';

const problem = scriptNamed('1');
const hidden: ScriptHidden = {
  kind: 'script',
  tests: [...problem.visibleTests, { stdin: '40 2\n', stdout: '42\n' }],
};
const limits = visibleLimit({ cpuSeconds: 0.5, outputMb: 1 });

describeWithSandbox('the check of a script', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'auto', stateLabel: `script-${String(process.pid)}` });
  });
  afterAll(() => sandbox.close());

  async function outcomesOf(
    program: string,
    tests: 'visible' | ScriptHidden,
    task = problem,
  ): Promise<readonly TestOutcome[]> {
    const terms = { limits, seed: 0, assurance: 'data' } as const;
    return (await runCheck(sandbox, checkOf(task, tests, program, terms))).outcomes;
  }
  const kindsOf = async (...given: Parameters<typeof outcomesOf>) =>
    (await outcomesOf(...given)).map(({ kind }) => kind);

  it.each([
    ['print(sum(map(int, input().split())))', ['passed', 'passed'], 'passed'],
    [
      'import sys\nfor line in sys.stdin: print(eval(line.replace(" ", "+")))\nsys.exit(0)',
      ['passed', 'passed'],
      'passed',
    ],
    ['print(3)', ['passed', 'failed'], 'failed'],
    ['raise ValueError("no")', ['raised', 'raised'], 'raised'],
    ['print(3)\nimport sys; sys.exit(1)', ['raised', 'raised'], 'raised'],
    ['while True: pass', ['timed-out', 'timed-out'], 'timed-out'],
    ['while True: print("x" * 1000)', ['output-limit', 'output-limit'], 'output-limit'],
    ['def add(a, b): return a + b', ['failed', 'failed'], 'failed'],
  ] as const)('%j gives %j, and %s when it is graded', async (program, visible, graded) => {
    expect(await kindsOf(program, 'visible')).toEqual(visible);
    expect(await kindsOf(program, hidden)).toEqual([graded]);
  });

  it('tells models what went wrong', async () => {
    const { text } = visibleFeedback(problem, await outcomesOf('print(3)', 'visible'));
    expect(text).toContain('Expected output:\n    9\nThe program wrote:\n    3\n');
    const crash = await outcomesOf('print(undefined_name)', 'visible');
    expect(visibleFeedback(problem, crash).text).toContain(
      "NameError: name 'undefined_name' is not defined",
    );
  });

  it('sees without examples only whether the program is Python, and runs nothing of it', async () => {
    const bare = scriptNamed('1', { visibleTests: [] });
    expect(await kindsOf('print("\\ud800é\\\\")\nraise SystemExit(3)', 'visible', bare)).toEqual([
      'passed',
    ]);
    const broken = await outcomesOf('def f(:', 'visible', bare);
    expect(visibleFeedback(bare, broken).text).toContain('SyntaxError');
  });

  it('allows a hidden test ten seconds of CPU', () => {
    expect(hiddenLimit().cpuMs).toBe(10_000);
  });
});
