import { describeProblem } from '../../../core/agents/prompts/describe-problem';
import { buildSolverMessages } from '../../../core/agents/solver';
import { maxFeedbackChars } from '../../../core/grading/test-words';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { verdictKinds } from '../../../core/schemas/verdict';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { ScriptCheck } from '../../../core/grading/check';
import { checkOf } from '../../../core/tasks/check-of';
import { ScriptHidden } from '../../../core/tasks/script';
import { visibleFeedback } from '../../../core/tasks/visible-feedback';
import { scriptNamed } from './sample-tasks';

const problem = scriptNamed('7');
const bare = scriptNamed('7', { visibleTests: [] });
const hidden: ScriptHidden = {
  kind: 'script',
  tests: [
    { stdin: 'hidden-in', stdout: 'hidden-out' },
    { stdin: '', stdout: '' },
  ],
};
const terms = { limits: visibleLimit(), seed: 3, assurance: 'data' } as const;

function checkOfScript(...[task, tests]: Parameters<typeof checkOf>): ScriptCheck {
  const check = checkOf(task, tests, 'print("ä\\n")', terms);
  if (check.kind !== 'script') throw new Error(check.kind);
  return check;
}
const outcome = (kind: TestOutcome['kind'], more: Partial<TestOutcome> = {}): TestOutcome => ({
  kind,
  assurance: 'data',
  cpuMs: 3,
  timeSensitive: false,
  ...more,
});
const passed = outcome('passed');

describe('the check of a program that reads and writes', () => {
  it('has an outcome for each example, compared by the rule of the problem', () => {
    expect(checkOfScript(problem, 'visible', '', terms)).toEqual({
      kind: 'script',
      task: { program: 'print("ä\\n")', limits: terms.limits, seed: 3 },
      tests: [
        { stdin: '1 2\n', expected: { stdout: '3\n', rule: { kind: 'lines' } } },
        { stdin: '4 5\n', expected: { stdout: '9\n', rule: { kind: 'lines' } } },
      ],
      outcomes: 'per-test',
    });
  });

  it('has one outcome on the hidden tests', () => {
    const { tests, outcomes } = checkOfScript(problem, hidden, '', terms);
    expect([tests.map(({ stdin }) => stdin), outcomes]).toEqual([['hidden-in', ''], 'one']);
  });

  it('only compiles the program of a problem without examples', () => {
    const { task, tests } = checkOfScript(bare, 'visible', '', terms);
    expect(task.program).toBe('compile("print(\\"ä\\\\n\\")", "program.py", "exec")\n');
    expect(tests).toEqual([{ stdin: '', expected: null }]);
  });

  it('cannot be without hidden tests', () => {
    expect(ScriptHidden.safeParse({ kind: 'script', tests: [] }).success).toBe(false);
  });
});

describe('the words on a program that reads and writes', () => {
  it('ask for a whole program, show the examples and nothing hidden', () => {
    const text = describeProblem(problem);
    expect(text).toContain('reads its input from standard input');
    expect(text).toContain('```\nPrint the sum of the numbers.\n```');
    expect(text).toContain('Standard input of example 2:\n\n```\n4 5\n```\n\nStandard output:');
    expect(describeProblem(bare)).not.toContain('xample');
  });

  it('reach the Solver', () => {
    const messages = buildSolverMessages({ problem, strategy: null, style: 'plain' });
    expect(messages.at(-1)?.content).toMatch(
      /code block that holds a complete Python program that reads .* to standard output with/,
    );
  });
});

describe('feedback on a program that reads and writes', () => {
  it('shows what it read, what was expected and what it wrote', () => {
    const wrong = outcome('failed', {
      actual: '10\nFailed:\n',
      error: 'The output differs at line 1: expected "9", got "10".',
    });
    const feedback = visibleFeedback(problem, [passed, wrong]);
    expect(feedback).toMatchObject({ kind: 'failed', passed: 1, total: 2 });
    expect(feedback.text).toBe(
      [
        '1 of 2 tests passed.',
        '',
        'Passed:',
        'Example 1',
        '',
        'Failed:',
        'Example 2, standard input:',
        '    4 5',
        'Expected output:',
        '    9',
        'The program wrote:',
        '    10',
        '    Failed:',
        '    The output differs at line 1: expected "9", got "10".',
      ].join('\n'),
    );
  });

  it('shows the error that ended it', () => {
    const { text } = visibleFeedback(problem, [outcome('raised', { error: 'EOFError' }), passed]);
    expect(text).toContain('Expected output:\n    3\nIt ended in an error:\n    EOFError');
  });

  it.each(['timed-out', 'memory-limit', 'output-limit', 'killed-by-signal'] as const)(
    'says of one that was stopped (%s) a fixed sentence and nothing it wrote',
    (kind) => {
      const more = { actual: 'half an answer', error: 'after 0.7 s' };
      const { text } = visibleFeedback(problem, [outcome(kind, more), passed]);
      expect(text).toMatch(
        /Example 1, standard input:\n {4}1 2\nThe program (was stopped|crashed)/,
      );
      expect(text).not.toMatch(/half an answer|0\.7/);
    },
  );

  it('says of a problem without examples whether the program is Python', () => {
    expect(visibleFeedback(bare, [passed]).text).toContain('It is a Python program.');
    const broken = outcome('raised', { error: 'SyntaxError: invalid syntax' });
    expect(visibleFeedback(bare, [broken]).text).toContain('    SyntaxError: invalid syntax');
  });

  it('stays within its bound, without control sequences or addresses, whatever was written', () => {
    const pieces = [
      '\u001B[2J',
      '\u202E',
      '```',
      '\n',
      'Passed:',
      ' <f at 0x7f12deadbeef> ',
      'x'.repeat(700),
    ];
    let state = 7;
    const random = (most: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % most;
    };
    const hostile = (): string =>
      Array.from({ length: random(30) }, () => pieces[random(pieces.length)] ?? '').join('');
    for (let round = 0; round < 200; round += 1) {
      const examples = Array.from({ length: 5 }, () => ({ stdin: hostile(), stdout: hostile() }));
      const outcomes = examples.map(() =>
        outcome(verdictKinds[random(verdictKinds.length)] ?? 'failed', {
          actual: hostile(),
          error: hostile(),
        }),
      );
      const { text } = visibleFeedback(scriptNamed('7', { visibleTests: examples }), outcomes);
      expect(text.length).toBeLessThanOrEqual(maxFeedbackChars);
      expect(text).not.toMatch(/[\u001B\u202E]/);
      expect(text.split('\n').filter((line) => line === 'Passed:').length).toBeLessThanOrEqual(1);
    }
  });
});
