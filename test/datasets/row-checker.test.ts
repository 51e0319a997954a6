import { loadRows, refusalOf } from './rows-in-file';

const apps = {
  problem_id: 7,
  question: 'Two numbers with this sum.',
  input_output: JSON.stringify({ inputs: ['7\n'], outputs: ['3 4\n'] }),
  solutions: '',
};
const columns = { input: ['7\n'], output: ['3 4\n'] };
const liveCodeBench = {
  question_id: '7',
  question_content: apps.question,
  public_test_cases: '[]',
  private_test_cases: JSON.stringify([{ input: '7\n', output: '3 4\n', testtype: 'stdin' }]),
};
const codeContests = {
  name: '7',
  description: apps.question,
  public_tests: columns,
  private_tests: columns,
  generated_tests: columns,
};

describe('the checker of a row', () => {
  it.each([
    ['APPS', apps],
    ['LiveCodeBench', liveCodeBench],
    ['CodeContests', codeContests],
  ])('is its rule in the form %s', async (form, row) => {
    const program = 'import sys\nsys.exit(42)\n';
    const loaded = await loadRows([
      { ...row, checker: 'set' },
      { ...row, name: '8', problem_id: 8, question_id: '8', checker: { custom: program } },
      { ...row, name: '9', problem_id: 9, question_id: '9', checker: null },
    ]);
    expect(loaded.form).toBe(form);
    expect(loaded.rows.map(({ problem }) => 'rule' in problem && problem.rule)).toEqual([
      { kind: 'set' },
      { kind: 'custom', program },
      { kind: form === 'CodeContests' ? 'tokens' : 'lines' },
    ]);
  });

  it.each([
    [
      { abs: 0.01, rel: 0 },
      { absolute: 0.01, relative: 0 },
    ],
    [{ abs: 0.01 }, { absolute: 0.01, relative: 0 }],
    [{ rel: 1e-9 }, { absolute: 0, relative: 1e-9 }],
  ])('is numbers within tolerances of its own: %j', async (float, tolerances) => {
    const { rows } = await loadRows([{ ...apps, checker: { float } }]);
    expect(rows[0]?.problem).toMatchObject({ rule: { kind: 'float', ...tolerances } });
  });

  it('takes tolerances as Python writes them', async () => {
    const row = JSON.stringify({ ...apps, checker: 0 });
    const float = '{"float": {"abs": 1e-06, "rel": 0.0}}';
    const { rows } = await loadRows([row.replace('"checker":0', `"checker": ${float}`)]);
    expect(rows[0]?.problem).toMatchObject({ rule: { absolute: 1e-6, relative: 0 } });
  });

  it.each([
    [{ float: {} }],
    [{ float: { abs: -1 } }],
    [{ float: { abs: '0.1' } }],
    [{ float: { absolute: 0.1 } }],
    [{ float: 0.1 }],
    ['fuzzy'],
    ['custom'],
    [{ custom: ' ' }],
    [{ custom: 'def f(:' }],
    [{ custom: 'x', seconds: 1 }],
    [[]],
  ])('is refused by line and field where it is %j', async (checker) => {
    const said = await refusalOf([{ ...apps, checker }]);
    expect(said).toContain('line 1, field "checker": is neither the name of a rule nor');
    expect(said).toContain('exact, lines, tokens');
  });

  it('is refused where the row asks for a function, whose result no checker sees', async () => {
    const input_output = JSON.stringify({ fn_name: 'f', inputs: [[7]], outputs: [[7]] });
    expect(await refusalOf([{ ...apps, input_output, checker: 'set' }])).toContain(
      'field "checker": compares what whole programs print',
    );
  });
});
