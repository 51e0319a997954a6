import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadDataset } from '../../../datasets';

const row = {
  instance_id: 'o__n-1',
  repo: 'o/n',
  base_commit: 'abcdef1',
  problem_statement: 'It is wrong.',
  patch: 'diff',
  test_patch: 'diff --git a/tests/test_a.py b/tests/test_a.py\n',
  FAIL_TO_PASS: ['a'],
  PASS_TO_PASS: '[]',
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'task-files-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const load = (nameOrPath: string, taskSpecs?: string) =>
  loadDataset({ nameOrPath, cacheDir: folder, taskSpecs });
const sourceOf = async (file: string, taskSpecs: string) => {
  const { rows } = await load(file, taskSpecs);
  return rows.map(({ problem }) => {
    if (problem.kind !== 'patch') throw new Error(problem.kind);
    const { source, runner } = problem;
    return { python: source.python, requirements: source.requirements, runner };
  });
};

describe('a file of tasks', () => {
  it('keeps the rows that can be used, and names the others with their field', async () => {
    const bad = { ...row, instance_id: 'o__n-2', FAIL_TO_PASS: '[]' };
    const smith = { ...row, instance_id: 's-1', repo: 'swesmith/o__n', test_patch: undefined };
    const gym = { repo_name: 'n', commit_hash: 'abc1234', expected_output_json: '{}' };
    const lines = [smith, gym, row, bad, { ...row, instance_id: 'o__n-3' }];
    const file = write('some.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'));
    const { rows, refused } = await load(file);
    expect(rows.map(({ problem }) => problem.id)).toEqual(['o__n-1', 'o__n-3']);
    expect(refused).toEqual([
      {
        id: 's-1',
        reason: `${file}, line 1, field "repo": "swesmith/o__n" does not name a commit: swesmith/OWNER__NAME.COMMIT`,
      },
      { id: '', reason: expect.stringContaining('a row of R2E-Gym') as string },
      {
        id: 'o__n-2',
        reason: `${file}, line 4, field "FAIL_TO_PASS": is empty, so every patch would pass`,
      },
    ]);
  });

  it('keeps the other rows if a line is not a row or repeats an id', async () => {
    const again = JSON.stringify({ ...row, problem_statement: 'Another one.' });
    const other = JSON.stringify({ ...row, instance_id: 'o__n-2' });
    const lines = [JSON.stringify(row), '{"instance_id": ', 'null', again, other];
    const file = write('broken.jsonl', lines.join('\n'));
    const { rows, refused } = await load(file);
    expect(rows.map(({ problem }) => problem.id)).toEqual(['o__n-1', 'o__n-2']);
    expect(refused).toEqual([
      { id: '', reason: expect.stringContaining('line 2: is not JSON') as string },
      { id: '', reason: `${file}, line 3: is a single value, not a JSON object` },
      { id: 'o__n-1', reason: `${file}, line 4: its id stands on line 1 already` },
    ]);
    const list = write('list.json', JSON.stringify([row, 5]));
    expect((await load(list)).refused).toEqual([
      { id: '', reason: `${list}, row 2: is a single value, not a JSON object` },
    ]);
    await expect(load(write('no-row.jsonl', 'null\n'))).rejects.toThrow(
      'line 1: is a single value',
    );
  });

  it('is refused with its first fault if no row can be used', async () => {
    const file = write('none.jsonl', JSON.stringify({ ...row, base_commit: 'main' }));
    await expect(load(file)).rejects.toThrow(
      'none.jsonl, line 1, field "base_commit": is not a commit',
    );
  });

  it.each(['snappy', 'gzip'])('may be Parquet, compressed by %s', async (codec) => {
    const { rows, refused, name, form } = await load(join(__dirname, `rows.${codec}.parquet`));
    expect({ name, form, count: rows.length }).toEqual({
      name: `rows.${codec}`,
      form: 'SWE-bench',
      count: 1,
    });
    expect(rows[0]?.problem).toMatchObject({
      id: 'o__n-1',
      source: { until: '2020-01-02T03:04:05.000Z' },
    });
    expect(refused).toEqual([
      { id: 'o__n-2', reason: expect.stringContaining('row 2, field "test_patch"') as string },
    ]);
  });

  it('is the same data set in every packing', async () => {
    const lines = await load(write('a.jsonl', JSON.stringify(row)));
    const list = await load(write('b.json', JSON.stringify([row])));
    expect(list.sha256).toBe(lines.sha256);
  });

  it('that is damaged Parquet is refused', async () => {
    await expect(load(write('bad.parquet', 'PAR1 and no more'))).rejects.toThrow(
      'cannot be read as Parquet',
    );
  });

  it('of SWE-rebench says how a repository is installed and tested', async () => {
    const config = {
      python: '3.9',
      packages: 'requirements.txt',
      pip_packages: ['pytest', 'pytest-cov'],
      test_cmd: 'pytest --no-header -rA -W "ignore::DeprecationWarning"',
      log_parser: 'parse_log_pytest_v2',
      install: 'pip install -e .[dev]',
    };
    const file = write('rebench.jsonl', JSON.stringify({ ...row, install_config: config }));
    const { rows } = await load(file);
    expect(rows[0]).toMatchObject({
      problem: {
        source: { python: '3.9', requirements: ['pytest', 'pytest-cov'] },
        runner: {
          kind: 'pytest',
          arguments: ['--no-header', '-rA', '-W', 'ignore::DeprecationWarning'],
        },
      },
      hidden: { logParser: 'pytest_v2' },
    });
  });

  it('of SWE-rebench has pins as text, of which what no index has is left out', async () => {
    const requirements =
      'attrs==23.1.0\n-e git+https://x/y.git#egg=y\nz @ file:///build\n# note\nsix==1.16.0';
    const file = write('freeze.jsonl', JSON.stringify({ ...row, requirements }));
    const { rows } = await load(file);
    expect(rows[0]).toMatchObject({
      problem: { source: { requirements: ['attrs==23.1.0', 'six==1.16.0'] } },
    });
  });
});

describe('what a person says of the environments of tasks', () => {
  const pytest = { kind: 'pytest', arguments: ['-rA'], environment: {} };

  it('is found by id, by repository and version, by repository', async () => {
    const rows = [
      row,
      { ...row, instance_id: 'o__n-2', version: '1.0' },
      { ...row, instance_id: 'o__n-3', version: '2.0' },
      { ...row, instance_id: 'p__q-1', repo: 'p/q' },
    ];
    const file = write('rows.jsonl', rows.map((one) => JSON.stringify(one)).join('\n'));
    const specs = [
      { instance_id: 'o__n-1', python: '3.6', test_command: 'LC_ALL=C ./bin/test -C' },
      { repo: 'o/n', version: '1.0', requirements: ['six'] },
      { repo: 'o/n', python: '3.12' },
    ];
    const said = write('specs.jsonl', specs.map((one) => JSON.stringify(one)).join('\n'));
    expect(await sourceOf(file, said)).toEqual([
      {
        python: '3.6',
        requirements: [],
        runner: { kind: 'script', arguments: ['bin/test', '-C'], environment: { LC_ALL: 'C' } },
      },
      { python: null, requirements: ['six'], runner: pytest },
      { python: '3.12', requirements: [], runner: pytest },
      { python: null, requirements: [], runner: pytest },
    ]);
  });

  it('may be a table with other columns, and pins with spaces between', async () => {
    const file = write(
      'one.jsonl',
      JSON.stringify({ ...row, python: '3.10', requirements: ['six'] }),
    );
    const table =
      'instance_id\tsplit\tpython_of_harness\tpip_of_harness\tneeds_here\no__n-1\tdev\t3.9\tattrs==23.1.0 six==1.16.0\tPYTHONPATH=.\n';
    expect(await sourceOf(file, write('specs.tsv', table))).toEqual([
      { python: '3.9', requirements: ['attrs==23.1.0', 'six==1.16.0'], runner: pytest },
    ]);
  });

  it.each([
    [{ python: '3.9' }, 'names no task'],
    [{ instance_id: 'a', python: 'py39' }, 'field "python": is not a version of Python'],
    [
      { instance_id: 'a', test_command: 'tox -e py39' },
      'field "test_command": "tox -e py39" is neither',
    ],
    [{ instance_id: 'a', test_command: 'pytest && true' }, 'is neither'],
  ])('is refused with file, line and field: %j', async (spec, message) => {
    const file = write('one.jsonl', JSON.stringify(row));
    await expect(load(file, write('bad.jsonl', JSON.stringify(spec)))).rejects.toThrow(message);
  });
});
