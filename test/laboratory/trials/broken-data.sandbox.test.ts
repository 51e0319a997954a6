import { describeWithSandbox } from '../../prerequisites';
import { useOwnHome } from '../../cli/sandbox/own-home';
import { runTrial } from '../../cli/sandbox/run-command';

/** Two problems of each set; the test of the second does not compile. */
const mbpp = [
  ['assert add(1, 2) == 3', 'assert add(2, 2) == 4'],
  ['assert add(1, 2) == 3', 'assert ('],
].map((tests, index) => ({
  task_id: index + 3,
  text: 'Write a function to add.',
  code: 'def add(a, b):\n    return a + b\n',
  test_list: tests,
}));
const humanEval = ['    assert candidate(1) == 1', '    assert ('].map((line, index) => ({
  task_id: `HumanEval/${index}`,
  prompt: 'def same(x):\n    """Gives x."""\n',
  entry_point: 'same',
  canonical_solution: '    return x\n',
  test: `def check(candidate):\n${line}\n`,
}));
const manifest = {
  token: 'HIDDEN_TOKEN_1',
  programs: [
    { file: 'add.py', entry: 'add', test: 'assert add(1, 2) == 3', expect: ['pass'] },
    { file: 'broken.py', entry: 'add', test: 'assert (', expect: ['error'] },
  ],
};

describeWithSandbox('a test that does not compile, among others', () => {
  const { folder, file } = useOwnHome();
  const lines = (rows: readonly object[]): string =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  beforeAll(() => {
    file('mbpp.jsonl', lines(mbpp));
    file('HumanEval.jsonl', lines(humanEval));
    file('manifest.json', JSON.stringify(manifest));
    for (const name of ['add.py', 'broken.py']) file(name, mbpp[0]?.code ?? '');
  });
  const told = (...args: readonly string[]) => runTrial([...args, '--backend', 'bubblewrap']);

  it('is a finding of parity, by the name of its problem; the others are compared', async () => {
    const args = ['--set', 'mbpp', '--data', folder(), '--mutants', '0', '--json'];
    const { code, stdout } = await told('parity', ...args);
    interface Compared {
      readonly unexplained: number;
      readonly sets: readonly {
        readonly findings: readonly { name: string; finding: string; graded: { error: string } }[];
        readonly groups: readonly object[];
      }[];
    }
    const { unexplained, sets } = JSON.parse(stdout) as Compared;
    const [set] = sets;
    expect(set?.findings.map(({ name, finding }) => `${name}: ${finding}`)).toEqual([
      'MBPP/4: broken test',
      'MBPP/4 return None: broken test',
    ]);
    expect(set?.findings[0]?.graded.error).toContain('SyntaxError');
    expect(set?.groups[0]).toMatchObject({ programs: 2, passed: 1, equal: 1 });
    expect({ code, unexplained }).toEqual({ code: 1, unexplained: 2 });
  });

  it('ends bench, which names the problem', async () => {
    const args = ['--data', folder(), '--against', 'none', '--rounds', '1'];
    const { code, stderr } = await told('bench', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain('HumanEval/1: Python cannot run test 1 of same: SyntaxError');
    expect(stderr).toContain('Mend that test');
  });

  it('is no error of the sandbox in hostile, and never what is due', async () => {
    const { code, stdout } = await told('hostile', folder());
    expect(stdout).toMatch(
      /MISJUDGED +broken\.py +error \(broken-test: Python cannot run test 1 of add: SyntaxError/,
    );
    expect(stdout).toContain('2 programs: fooled 0, listed 0, misjudged 1, survivors 0');
    expect(code).toBe(1);
  });
});
