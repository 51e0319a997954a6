import type { FunctionProblem } from '../../core/tasks/function';
import { isMbppTestSplit } from '../../datasets/mbpp';
import { loadRows, refusalOf } from './rows-in-file';

async function problemOf(changes: object): Promise<FunctionProblem> {
  const row = {
    task_id: 11,
    text: ' Do it. \n',
    code: 'def f(x): ...',
    test_list: ['assert f(1)'],
  };
  const [read] = (await loadRows([{ ...row, ...changes }])).rows;
  if (read?.problem.kind !== 'function') throw new Error('no function');
  return read.problem;
}

const said = async (changes: object): Promise<readonly string[]> =>
  (await problemOf(changes)).statement.split('\n');

describe('a problem of MBPP', () => {
  it.each([
    ['MBPP/10', false],
    ['MBPP/11', true],
    ['MBPP/510', true],
    ['MBPP/511', false],
    ['MBPP/x', false],
    ['Mbpp/20', false],
    ['MBPP/20b', false],
  ])('is of the test split by its number: %s', (id, is) => {
    expect(isMbppTestSplit(id)).toBe(is);
  });

  it('asks for the function that the first test calls, a function before a class', async () => {
    const code = 'class Pair:\n    pass\ndef helper(x): ...\ndef f(x): ...\n';
    const { entryPoint } = await problemOf({ code, test_list: ['assert f(Pair()) == 1'] });
    expect(entryPoint).toBe('f');
    const outer = { code, test_list: ['assert f(helper(1)) == 1'] };
    expect((await problemOf(outer)).entryPoint).toBe('f');
    const onlyClass = { code, test_list: ['assert Pair() == 1'] };
    expect((await problemOf(onlyClass)).entryPoint).toBe('Pair');
    expect(await said(onlyClass)).toEqual(['Do it.', '', 'Signature: class Pair', '']);
  });

  it('has the signature of the definition that is in force, the last one of its name', async () => {
    expect(await said({ code: 'def f(a): ...\ndef f(b, c=1): ...\n' })).toEqual([
      ...['Do it.', '', 'Signature: def f(b, c=1)', ''],
    ]);
  });

  it('names once what else the visible test and its set-up call, and nothing more', async () => {
    const code =
      'def f(x): ...\ndef used(a): ...\ndef used(b): ...\ndef unused(a): ...\nclass Made:\n    pass\n';
    const changes = {
      code,
      test_setup_code: 'm = Made()',
      test_list: ['assert f(used(1))', 'assert unused(1)'],
    };
    expect(await said(changes)).toEqual([
      ...['Do it.', '', 'Signature: def f(x)', 'Also to be defined: def used(b)'],
      ...['Also to be defined: class Made', ''],
    ]);
    expect((await problemOf(changes)).visibleSetup).toBe('m = Made()');
  });

  it('is refused where the first test calls nothing that is defined, whatever others call', async () => {
    const row = { task_id: 3, text: 'Do.', code: 'def f(x): ...' };
    const refused = await refusalOf([{ ...row, test_list: ['assert g(1)', 'assert f(1)'] }]);
    expect(refused).toContain('line 1, field "test_list": the first test calls no function');
    expect(refused).toContain('Let the first test call');
  });
});
