import { spawnSync } from 'node:child_process';

import { executionFeedback } from '../../../../core/refinement/feedback/execution-feedback';
import { checkOf } from '../../../../core/tasks/check-of';
import { kindOf } from '../../../../core/tasks/kinds';
import { runCheck } from '../../../../core/tasks/run-check';
import type { Sandbox } from '../../../../core/adapters/sandbox';
import { openSandbox } from '../../../../sandbox';
import { describeWithSandbox } from '../../../prerequisites';
import { limits } from '../../../sandbox/tasks';
import { functionNamed } from '../../tasks/sample-tasks';

/** What Python itself says of a program given as a text, from the program's first frame on. */
const python = `
import sys, traceback
names = {}
try:
    exec(sys.stdin.read(), names)
    names["f"](1)
except BaseException:
    told = traceback.format_exc()
    print(told[told.index('File "<string>"'):], end="")
`;

/** Its own frames are of no `<string>`. */
const harness = `exec(compile(${JSON.stringify(python)}, "harness.py", "exec"))`;

const programs = [
  ['an exception two calls deep', 'def g(x):\n    return x / 0\n\ndef f(x):\n    return g(x)'],
  ['an exception while it loads', 'import math\nLIMIT = nothing\ndef f(x): return x'],
  ['a missing colon', 'def f(x)\n    return x'],
  ['an error with several lines', 'def f(x):\n    raise ValueError("one\\n  two\\n\\nthree")'],
  ['an error without a message', 'class Odd(Exception): pass\ndef f(x):\n    raise Odd'],
  ['a call inside a comprehension', 'def f(x):\n    return [1 / (x - 1) for _ in "ab"]'],
];

describeWithSandbox('feedback on a program that really ran', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'auto', stateLabel: `feedback-${String(process.pid)}` });
  });
  afterAll(() => sandbox.close());

  async function told(
    promptSet: 'espalier' | 'oci',
    program: string,
    preamble = '',
  ): Promise<string> {
    const problem = { ...functionNamed('f', ['assert f(1) == 1']), preamble };
    const terms = { limits, seed: 0, assurance: 'data' } as const;
    const { outcomes } = await runCheck(sandbox, checkOf(problem, 'visible', program, terms));
    const error = outcomes[0]?.error ?? null;
    return executionFeedback(
      promptSet,
      { kind: 'exception', input: null, expected: null, actual: null, error },
      { entryPoint: 'f', program, executed: kindOf(problem).executed(problem, program) },
    );
  }

  it.each(programs)(
    'is what Python says, in the words of OpenCodeInterpreter: %s',
    async (_, program) => {
      const { stdout } = spawnSync('python3', ['-c', harness], {
        input: program,
        encoding: 'utf8',
      });
      expect(await told('oci', program)).toBe(stdout.trimEnd());
    },
  );

  it('counts the program’s own lines behind a prompt, and shows them', async () => {
    const words = await told(
      'espalier',
      'def f(x):\n    return x / 0',
      'import math\n\ndef f(x):\n    """Stub."""\n',
    );
    expect(words).toContain('ZeroDivisionError: division by zero\n  line 2, in f: return x / 0');
  });
});
