import { candidateOf } from '../../../../core/patches/make/candidate-of';
import { chooseTests } from '../../../../core/patches/make/choose-tests';
import { splitPatch } from '../../../../core/patches/make/split-patch';
import { isTestPath } from '../../../../core/patches/test-paths';
import { leakedLine, statementOf } from '../../../../core/patches/make/statement';

const change = (path: string, line = 'x = 1'): string =>
  `diff --git a/${path} b/${path}\nindex 0..1 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${line}\n`;
const of = {
  ...{ repository: 'o/r', address: '/clones/r', image: null },
  ...{ python: null, requirements: [] },
};
const commit = {
  ...{ commit: 'c'.repeat(40), parent: 'b'.repeat(40), date: '2024-05-01T00:00:00+00:00' },
  message: 'Round half to even (#12)\n\nBanks expect it.\n\nSigned-off-by: A <a@b>\n',
};

describe('a commit that may become a task', () => {
  it('is divided into code and tests by the paths of its files', () => {
    const diff = change('src/r/core.py') + change('tests/test_core.py') + change('README.md');
    const { gold, test, code, tests } = splitPatch(diff);
    expect(gold).toBe(change('src/r/core.py') + change('README.md'));
    expect(test).toBe(change('tests/test_core.py'));
    expect([code, tests]).toEqual([['src/r/core.py'], ['tests/test_core.py']]);
  });

  it.each([
    ['tests/data/x.json', true],
    ['pkg/test_it.py', true],
    ['pkg/it_test.py', true],
    ['conftest.py', true],
    ['pkg/testing/tools.py', true],
    ['pkg/latest.py', false],
    ['pkg/contest.py', false],
    ['pkg/tests.md', false],
  ])('has %s among its tests: %s', (path, isTest) => {
    expect(isTestPath(path)).toBe(isTest);
  });

  it('runs every file of tests but a conftest.py', () => {
    const diff = ['tests/conftest.py', 'tests/test_conftest.py', 'tests/helpers.py'].map((path) =>
      change(path),
    );
    expect(splitPatch(diff.join('')).tests).toEqual(['tests/test_conftest.py', 'tests/helpers.py']);
  });

  it('counts a moved file as a test if it was one, or becomes one', () => {
    const moved =
      'diff --git a/tests/x.py b/pkg/x.py\nsimilarity index 100%\nrename from tests/x.py\n';
    expect(splitPatch(moved).test).toBe(moved);
  });

  it('asks nothing of a test file that the commit deletes', () => {
    const deleted = 'diff --git a/tests/test_x.py b/tests/test_x.py\ndeleted file mode 100644\n';
    expect(splitPatch(deleted)).toMatchObject({ test: deleted, tests: [] });
  });

  it.each([
    [change('tests/test_core.py'), 'changes no Python code'],
    [change('src/core.py') + change('tests/data.json'), 'changes no tests'],
    [
      `${change('src/core.py')}${change('tests/test_core.py')}diff --git a/x.bin b/x.bin\nGIT binary patch\n`,
      'changes binary files',
    ],
  ])('is passed over with the reason', (diff, reason) => {
    expect(candidateOf({ ...commit, diff }, of)).toBe(reason);
  });

  it('is a task at its parent, on the package index of its day', () => {
    const diff = change('src/core.py') + change('tests/test_core.py');
    expect(candidateOf({ ...commit, diff }, of)).toMatchObject({
      id: 'o__r-cccccccccccc',
      source: { commit: 'b'.repeat(40), until: commit.date, address: '/clones/r' },
    });
  });
});

describe('the statement of a task', () => {
  it('is the message of the commit, and says so', () => {
    expect(statementOf('Fix it\r\n\r\nWhy.\r\nReviewed-by: B\r\n')).toBe(
      'Fix it\n\nWhy.\n\n(This text is the message of the commit that made the change.)\n',
    );
    expect(statementOf(' \n')).toBe('');
  });

  it('leaks if it holds a line that the change adds', () => {
    const gold = change('src/core.py', '    return round_half_to_even(value)');
    expect(leakedLine('Use `return round_half_to_even(value)` there.', gold)).toBe(
      'return round_half_to_even(value)',
    );
    expect(leakedLine('Round half to even.', gold)).toBeNull();
    expect(leakedLine('x = 1', change('src/core.py'))).toBeNull();
  });
});

describe('the tests of a task', () => {
  const run = (statuses: Record<string, string>) => new Map(Object.entries(statuses));

  it('are those that fail in every run before and pass in every run after', () => {
    const before = [
      run({ a: 'FAILED', b: 'PASSED', c: 'PASSED' }),
      run({ b: 'PASSED', c: 'PASSED' }),
    ];
    const after = [
      run({ a: 'PASSED', b: 'XFAIL', c: 'FAILED', d: 'PASSED' }),
      run({ a: 'PASSED', b: 'PASSED', c: 'FAILED', d: 'PASSED' }),
    ];
    expect(chooseTests({ before, after })).toEqual({
      failToPass: ['a', 'd'],
      passToPass: ['b'],
      flaky: [],
    });
  });

  it('leave out a test that passes in some runs of a side only, and name it', () => {
    const before = [run({ a: 'PASSED', b: 'FAILED' }), run({ a: 'FAILED', b: 'FAILED' })];
    const after = [run({ a: 'PASSED', b: 'PASSED' }), run({ a: 'PASSED', b: 'ERROR' })];
    expect(chooseTests({ before, after })).toEqual({
      failToPass: [],
      passToPass: [],
      flaky: ['a', 'b'],
    });
  });
});
