import { parseReproducerReply } from '../../../core/agents/patch/reproducer';
import { agreedScript } from '../../../core/patches/agreed-script';
import { passingTests } from '../../../core/patches/passing-tests';

describe('regression tests', () => {
  it('are those that passed before any change, with the files that they execute', () => {
    const statuses = {
      ...{ 'tests/test_a.py::test_2': 'PASSED', 'tests/test_a.py::test_1[x::y]': 'PASSED' },
      ...{ 'tests/test_a.py::test_3': 'FAILED', 'tests/test_b.py::test_1': 'ERROR' },
    };
    const covers = { 'tests/test_a.py': ['pkg/b.py', 'pkg/a.py'] };
    const paths = ['tests/test_a.py', 'tests/test_b.py', 'tests/test_c.py'];
    const others = { others: 3, parser: 'pytest' } as const;
    const run = { statuses, covers, timedOut: true, log: '' };
    expect(passingTests(paths, [run], others)).toEqual({
      tests: [
        {
          ...{ kind: 'regression', path: 'tests/test_a.py' },
          tests: ['tests/test_a.py::test_1[x::y]', 'tests/test_a.py::test_2'],
          covers: ['pkg/a.py', 'pkg/b.py'],
        },
      ],
      leftOut: [
        '3 files of tests that are less near did not run.',
        'The tests were ended at their time limit; later ones are left out.',
        'Before any change, 1 test of tests/test_a.py did not pass.',
        'Before any change, 1 test of tests/test_b.py did not pass.',
        'No test of tests/test_c.py ran.',
      ],
    });
  });

  it('are none that pass in one of two runs, as a test whose id holds the time of day', () => {
    const paths = ['tests/test_a.py', 'tests/test_b.py'];
    const runOf = (statuses: Readonly<Record<string, string>>) => ({
      ...{ statuses, timedOut: false, log: '' },
    });
    const first = runOf({
      ...{ 'tests/test_a.py::test_1': 'PASSED', 'tests/test_a.py::test_2': 'PASSED' },
      ...{ 'tests/test_a.py::test_at[15:32:07]': 'PASSED', 'tests/test_a.py::test_3': 'FAILED' },
      ...{ 'tests/test_b.py::test_at[15:32:08]': 'PASSED' },
    });
    const second = runOf({
      ...{ 'tests/test_a.py::test_1': 'PASSED', 'tests/test_a.py::test_2': 'FAILED' },
      ...{ 'tests/test_a.py::test_at[15:32:09]': 'PASSED', 'tests/test_a.py::test_3': 'FAILED' },
    });
    const given = { others: 0, parser: 'pytest' } as const;
    expect(passingTests(paths, [first, second], given)).toEqual({
      tests: [
        {
          ...{ kind: 'regression', path: 'tests/test_a.py', covers: [] },
          tests: ['tests/test_a.py::test_1'],
        },
      ],
      leftOut: [
        'Before any change, 1 test of tests/test_a.py did not pass.',
        '3 tests of tests/test_a.py passed in only one of two runs.',
        '1 test of tests/test_b.py passed in only one of two runs.',
      ],
    });
  });

  it('are read from the log of a runner without a reporter, by the parser that judges', () => {
    const log = 'pkg/tests/test_a.py[2] \ntest_1 ok\ntest_2 F\n [FAIL]\n';
    const run = { statuses: null, timedOut: false, log };
    const given = { others: 0, parser: 'sympy' } as const;
    expect(passingTests(['pkg/tests/test_a.py', 'pkg/tests/test_b.py'], [run], given)).toEqual({
      tests: [
        {
          ...{ kind: 'regression', path: 'pkg/tests/test_a.py', tests: ['test_1'] },
          ...{ covers: [], parser: 'sympy' },
        },
      ],
      leftOut: [
        'Before any change, 1 test of pkg/tests/test_a.py did not pass.',
        'No test of pkg/tests/test_b.py ran.',
      ],
    });
  });
});

describe('the reproduction script', () => {
  const script =
    "if f():\n    print('Issue reproduced')\nelse:\n    print('Issue resolved')\n# Other issues\n";

  it('is the one that most samples agree on, without comments and quotes; of equals the earliest', () => {
    const same = script.replaceAll("'", '"').replace('# Other issues', '\n# nothing');
    expect(agreedScript(['x = 1\n', script, same])).toBe(script);
    expect(agreedScript(['x = 1\n', script])).toBe('x = 1\n');
    expect(agreedScript([])).toBeNull();
  });

  it('is the last block that has all three sentences', () => {
    const reply = `First:\n\`\`\`python\nprint('Issue resolved')\n\`\`\`\nWhole:\n\`\`\`python\n${script}\`\`\`\n`;
    expect(parseReproducerReply(reply)).toEqual({ ok: true, value: script });
    expect(parseReproducerReply('```python\nprint(1)\n```')).toMatchObject({ ok: false });
  });
});
