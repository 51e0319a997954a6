import { problemNamer } from '../../../datasets/samples/problem-namer';

describe('the problem that an id means', () => {
  it.each([
    [['MBPP/2', 'MBPP/3'], 'MBPP/2', 'MBPP/2'],
    [['Mbpp/2', 'Mbpp/3'], 'MBPP/2', 'Mbpp/2'],
    [['Mbpp/2', 'Mbpp/3'], '3', 'Mbpp/3'],
    [['Mbpp/2', 'Mbpp/3'], '4', null],
    [['Mbpp/2', 'Mbpp/3'], 'HumanEval/2', null],
    [['a/1', 'b/1', 'b/2'], '1', null],
    [['a/1', 'b/1', 'b/2'], '2', 'b/2'],
    [['x/1', 'X/1'], 'x/1', 'x/1'],
    [['x/A', 'X/a'], 'X/A', null],
    [['1873_A'], '1873_a', '1873_A'],
  ])('of %j, written %s, is %s', (problems, written, id) => {
    expect(problemNamer(problems)(written)).toBe(id);
  });
});
