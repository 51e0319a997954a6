import type { FunctionHidden, FunctionProblem } from '../../../core/tasks/function';
import { checkOf, checkOfText } from '../../../core/tasks/check-of';
import { callsTest } from '../../../core/grading/profiles/function-form';
import { hiddenLimit } from '../../../core/grading/hidden-limit';

const problem: FunctionProblem = {
  ...{ kind: 'function', id: 'Mini/0', dataset: 'mini', statement: 'def f():\n' },
  ...{ entryPoint: 'f', preamble: 'def f():\n', visibleTests: [], visibleSetup: '' },
};
const hidden: FunctionHidden = { kind: 'function', setup: '', test: 'assert f() == 1\n' };
const terms = { limits: hiddenLimit(), seed: 0, assurance: 'data' } as const;
const text = 'def f():\n    return 1';

describe('the check of a text that is executed as it stands', () => {
  it('has nothing before it, and everything else as for an answer', () => {
    const answer = checkOf(problem, hidden, text, terms);
    const sample = checkOfText({ problem, hidden }, text, terms);
    expect(answer).toMatchObject({ task: { program: `def f():\n\n${text}` } });
    expect(sample).toMatchObject({ task: { program: text, trustedSetup: problem.preamble } });
  });

  it('has our function before a class whose method it calls, unless the tool calls methods itself', () => {
    const preamble = 'def f(*args):\n    return Solution().f(*args)\n';
    const row = { problem: { ...problem, className: 'Solution', preamble }, hidden };
    expect(checkOfText(row, text, terms)).toMatchObject({
      task: { program: `${preamble}\n${text}` },
    });
    const calls = { ...hidden, test: callsTest('f', [{ input: '', output: '1' }]) };
    const grading = { profile: 'lcb' } as const;
    const asked = checkOfText({ ...row, hidden: calls }, text, { ...terms, grading });
    expect(asked).toMatchObject({ task: { program: text } });
  });

  it('is the profile’s where one is asked for, of hidden tests alone', () => {
    const grading = { profile: 'human-eval', caseSeconds: 1 } as const;
    const graded = checkOfText({ problem, hidden }, text, { ...terms, grading });
    expect(graded).toMatchObject({ task: { manner: { tool: 'human-eval', caseMs: 1_000 } } });
    const visible = checkOf(problem, 'visible', text, { ...terms, grading });
    expect(visible).not.toHaveProperty('task.manner');
  });
});
