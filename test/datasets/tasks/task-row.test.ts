import { readTaskRow } from '../../../datasets/tasks/task-row';
import { patchedFiles, testDirectives } from '../../../core/patches/test-directives';

const row = {
  instance_id: 'o__n-1',
  repo: 'o/n',
  base_commit: 'abcdef1',
  problem_statement: 'It is wrong.',
  patch: 'diff',
  test_patch: 'diff --git a/tests/test_a.py b/tests/test_a.py\n',
  FAIL_TO_PASS: '["a", "b"]',
  PASS_TO_PASS: ['c'],
  hints_text: '',
};
const pytest = { kind: 'pytest', arguments: ['-rA', '--tb=no'] };
/** The end of a script of SWE-bench 5, which runs one command. */
const evalScript = (command: string) => `#!/bin/bash
export LANG=C.UTF-8
export PATH=/opt/bin:$PATH
git apply -v - <<'EOF_1'
diff
EOF_1
: '>>>>> Start Test Output'
${command}
SWEBENCH_TEST_EXIT_CODE=$?
: '>>>>> End Test Output'
`;
const taskOf = (given: object) => {
  const read = readTaskRow(given);
  if (read.kind === 'refused') throw new Error(read.reason);
  return read.task;
};

describe('a row of tasks', () => {
  it('may have no patch of tests if a bug is planted in its repository', () => {
    const fails = { FAIL_TO_PASS: ['tests/test_a.py::test_a'] };
    expect(taskOf({ ...row, ...fails, test_patch: '', planted: 'a diff' })).toMatchObject({
      ...{ testPatch: '', planted: 'a diff' },
    });
  });

  it('has lists of tests as text or as lists, and may leave out much', () => {
    expect(taskOf(row)).toEqual({
      id: 'o__n-1',
      repository: 'o/n',
      address: null,
      baseCommit: 'abcdef1',
      statement: 'It is wrong.',
      goldPatch: 'diff',
      testPatch: row.test_patch,
      failToPass: ['a', 'b'],
      passToPass: ['c'],
      createdAt: null,
      version: null,
      image: null,
      planted: null,
      logParser: 'pytest',
      evalType: 'pass-and-fail',
      given: { python: null, requirements: [], runner: null },
    });
  });

  it.each([
    [{ image: 'a:1' }, { image: 'a:1' }],
    [{ image_name: 'b:1' }, { image: 'b:1' }],
    [{ docker_image: 'c:1' }, { image: 'c:1' }],
    [{ image: '' }, { image: null }],
    [{ log_parser: 'parse_log_sympy' }, { logParser: 'sympy' }],
    [{ repo: 'django/django' }, { logParser: 'django' }],
    [{ eval_type: 'fail_only' }, { evalType: 'fail-only' }],
    [
      { eval_script: evalScript('pytest -rA --tb=no tests/test_a.py') },
      { given: { runner: { ...pytest, environment: { LANG: 'C.UTF-8' } } } },
    ],
    [
      { repo: 'sphinx-doc/sphinx', eval_script: evalScript('tox -e py39 -- tests/test_a.py') },
      { given: { runner: null } },
    ],
    [{ repo: 'eslint/eslint' }, { evalType: 'fail-only' }],
    [{ repo: 'eslint/eslint', eval_type: 'pass_and_fail' }, { evalType: 'pass-and-fail' }],
    [{ patch: null }, { goldPatch: '' }],
    [
      { created_at: '2020-01-02T03:04:05Z', version: '4.3' },
      { createdAt: '2020-01-02T03:04:05Z', version: '4.3' },
    ],
  ])('says more if it can: %j', (more, task) => {
    expect(taskOf({ ...row, ...more })).toMatchObject(task);
  });

  it.each([
    [{ instance_id: undefined }, '', 'instance_id', ''],
    [{ instance_id: '../x' }, '../x', 'instance_id', 'no slash'],
    [{ instance_id: '..' }, '..', 'instance_id', 'not be . or ..'],
    [{ base_commit: 'main' }, 'o__n-1', 'base_commit', 'is not a commit'],
    [{ FAIL_TO_PASS: '[]' }, 'o__n-1', 'FAIL_TO_PASS', 'is empty'],
    [{ FAIL_TO_PASS: 'a, b' }, 'o__n-1', 'FAIL_TO_PASS', ''],
    [{ test_patch: '' }, 'o__n-1', 'test_patch', 'is empty'],
    [{ eval_script: 'tox -e py39' }, 'o__n-1', 'eval_script', 'has no single command'],
    [{ python: 'py39' }, 'o__n-1', 'python', 'is not a version of Python'],
    [{ log_parser: 'parse_log_cargo' }, 'o__n-1', 'log_parser', 'parse_log_cargo is not a parser'],
    [
      { install_config: { test_cmd: 'tox' } },
      'o__n-1',
      'install_config.test_cmd',
      '"tox" is neither pytest',
    ],
  ])('is refused by the member that is wrong: %j', (wrong, id, field, reason) => {
    expect(readTaskRow({ ...row, ...wrong })).toMatchObject({
      kind: 'refused',
      id,
      field,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it.each([[null], ['text'], [[]]])('is refused if it is none: %j', (given) => {
    expect(readTaskRow(given)).toMatchObject({ kind: 'refused', id: '' });
  });
});

describe('a row of SWE-smith', () => {
  const bug =
    'diff --git a/n/x.py b/n/x.py\n--- a/n/x.py\n+++ b/n/x.py\n@@ -1 +1 @@\n-right\n+wrong\n';
  const smith = {
    instance_id: 'o__n.abcdef12.lm_modify__1',
    repo: 'swesmith/o__n.abcdef12',
    patch: bug,
    FAIL_TO_PASS: ['tests/test_x.py::test_a'],
    PASS_TO_PASS: ['tests/test_x.py::test_b'],
    image_name: 'swesmith/o_1776_n.abcdef12',
    problem_statement: 'It is wrong.',
  };

  it('is the repository at its commit, with the bug planted and its opposite as the gold patch', () => {
    expect(taskOf(smith)).toMatchObject({
      ...{ repository: 'o/n', baseCommit: 'abcdef12', planted: bug, testPatch: '' },
      goldPatch:
        'diff --git a/n/x.py b/n/x.py\n--- a/n/x.py\n+++ b/n/x.py\n@@ -1 +1 @@\n+right\n-wrong\n',
      image: 'swesmith/o_1776_n.abcdef12',
    });
  });

  it.each([
    [{ repo: 'swesmith/o__n' }, 'repo', 'does not name a commit'],
    [{ patch: '' }, 'patch', 'the planted bug'],
    [{ problem_statement: '' }, 'problem_statement', 'nothing to solve'],
    [{ FAIL_TO_PASS: ['x.spec.ts: a'] }, 'FAIL_TO_PASS', 'names no Python test file'],
  ])('is refused by the member that does not suffice: %j', (wrong, field, reason) => {
    expect(readTaskRow({ ...smith, ...wrong })).toEqual({
      ...{ kind: 'refused', id: smith.instance_id, field },
      reason: expect.stringContaining(reason) as string,
    });
  });
});

describe('a row of SWE-Gym', () => {
  it('is read as a row of SWE-bench, with lists of tests and a time without a zone', () => {
    const gym = { ...row, FAIL_TO_PASS: ['a'], created_at: '2024-02-19 20:29:03', version: '5.0' };
    expect(taskOf(gym)).toMatchObject({ failToPass: ['a'], createdAt: '2024-02-19 20:29:03' });
  });
});

describe('a row of R2E-Gym', () => {
  it('is refused with what it does not say', () => {
    const gym = {
      ...{ repo_name: 'sympy', commit_hash: 'abc1234', docker_image: 'namanjain12/sympy:abc1234' },
      ...{ problem_statement: 'It is wrong.', expected_output_json: '{"test_a": "PASSED"}' },
    };
    expect(readTaskRow(gym)).toMatchObject({
      ...{ kind: 'refused', id: '', field: 'FAIL_TO_PASS' },
      reason: expect.stringContaining('R2E-Gym does not name the files of its tests') as string,
    });
  });
});

describe('what the runner of tests is told to run', () => {
  const patch = ['tests/a/test_x.py', 'tests/data.json', 'b/test_y.py']
    .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`)
    .join('');

  it('is what the patch of tests changes, without data', () => {
    expect(patchedFiles(patch)).toEqual(['tests/a/test_x.py', 'tests/data.json', 'b/test_y.py']);
    expect(testDirectives('o/n', patch)).toEqual(['tests/a/test_x.py', 'b/test_y.py']);
  });

  it('are modules for Django', () => {
    expect(testDirectives('django/django', patch)).toEqual(['a.test_x', 'b.test_y']);
  });
});
