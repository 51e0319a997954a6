import { loadRows, refusalOf } from './rows-in-file';

const plain = {
  task_id: 'HumanEval/0',
  prompt: 'def twice(x):\n    """Twice of x."""\n',
  entry_point: 'twice',
  canonical_solution: '    return x * 2\n',
  test: 'def check(candidate):\n    assert candidate(2) == 4\n',
};
const plus = { ...plain, base_input: [[1]], plus_input: [[2]], atol: 0 };
const mbpp = {
  task_id: 11,
  text: 'Twice.',
  code: 'def f(x): return 2 * x',
  test_list: ['assert f(1) == 2'],
};
const sanitized = {
  ...{ task_id: 11, source_file: 'x', prompt: 'Twice of a root.', code: mbpp.code },
  ...{ test_imports: ['import math', 'import re'], test_list: mbpp.test_list },
};
const without = (row: object, ...fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)));

describe('the form of a file', () => {
  it('is EvalPlus wherever a row has its inputs, whatever else of HumanEval the row has', async () => {
    const { form, rows } = await loadRows([plus]);
    expect([form, rows[0]?.hidden]).toEqual([
      'EvalPlus',
      expect.objectContaining({ plus: expect.stringContaining('[[2]]') as string }),
    ]);
  });

  it.each([
    ['plus_input', 'base_input'],
    ['base_input', 'plus_input'],
  ])('is never a lesser one where %s is missing', async (missing, present) => {
    const said = await refusalOf([without(plus, missing)]);
    expect(said).toContain(`line 1, field "${missing}": is missing, and "${present}" is there`);
    expect(said).toContain(`take "${present}" out as well, to be graded by "test" alone`);
  });

  it('is HumanEval for rows with neither', async () => {
    expect((await loadRows([without(plus, 'base_input', 'plus_input')])).form).toBe('HumanEval');
  });

  it.each(['base_input', 'plus_input'])(
    'is that of all rows: one with %s among plain ones is refused',
    async (field) => {
      const said = await refusalOf([plain, { ...plain, task_id: 'HumanEval/1', [field]: [[1]] }]);
      expect(said).toContain(`line 2, field "${field}": belongs to the form of EvalPlus`);
      expect(said).toContain('in files of their own');
    },
  );

  it.each([
    ['MBPP', mbpp],
    ['MBPP sanitized', sanitized],
  ])('%s is refused with a script of further tests', async (form, row) => {
    expect((await loadRows([row])).form).toBe(form);
    const said = await refusalOf([row, { ...row, task_id: 12, test: 'inputs = [[1]]' }]);
    expect(said).toContain(
      `line 2, field "test": holds tests that the form of ${form} has no place`,
    );
    expect(said).toContain('--dataset mbppplus');
  });

  it('HumanEval is refused with the script that Hugging Face has of HumanEval+', async () => {
    const script =
      'import numpy as np\ndef assertion(out, exp, atol):\n    exact_match = out == exp\n' +
      'def check(candidate):\n    inputs = [[1]]\n    results = [2]\n';
    const said = await refusalOf([{ ...plain, test: script }]);
    expect(said).toContain('line 1, field "test": is HumanEval+ as a script');
    expect(said).toContain('--dataset humanevalplus');
  });

  it('of the sanitized MBPP gives its imports to all tests', async () => {
    const { name, rows } = await loadRows([sanitized]);
    expect([name, rows[0]]).toMatchObject([
      'rows',
      {
        problem: { id: 'MBPP/11', entryPoint: 'f', visibleSetup: 'import math\nimport re' },
        hidden: { setup: 'import math\nimport re', reference: mbpp.code },
      },
    ]);
  });
});
