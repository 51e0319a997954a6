import {
  referenceSubjects,
  recordedSubject,
  type ReferenceInput,
} from '../../../../laboratory/trials/parity/subjects';
import { limits } from '../../../sandbox/tasks';

const options = { limits, level: 'data' } as const;
const prompted: ReferenceInput = {
  id: 'HumanEval/0',
  entryPoint: 'f',
  preamble: 'def f(x):\n    """Says."""\n',
  solution: '    return x\n',
  check: { kind: 'test', test: 'assert f(1) == 1' },
};
const bare: ReferenceInput = {
  ...prompted,
  id: 'MBPP/1',
  preamble: '',
  solution: 'def f(x):\n    return x\n',
};

describe('the programs that both ways are tried on', () => {
  it('are the reference after its prompt, and the same prompt with nothing returned', () => {
    const [reference, none] = referenceSubjects(prompted, options);
    expect(reference).toMatchObject({
      name: 'HumanEval/0',
      program: `${prompted.preamble}\n    return x\n`,
      task: { id: 'HumanEval/0', entryPoint: 'f', preamble: prompted.preamble },
    });
    expect(none).toMatchObject({
      group: 'return None',
      program: `${prompted.preamble}\n    return None\n`,
    });
  });

  it('define the function themselves where there is no prompt', () => {
    const [reference, none] = referenceSubjects(bare, options);
    expect(reference?.program).toBe(bare.solution);
    expect(none?.program).toBe('def f(*args, **named):\n    return None\n');
  });

  it('are recorded ones, told by their line', () => {
    const recorded = recordedSubject(bare, { id: 'MBPP/1', line: 12, program: 'f = abs' }, options);
    expect(recorded).toMatchObject({
      name: 'MBPP/1 line 12',
      program: 'f = abs',
      group: 'recorded',
    });
  });
});
