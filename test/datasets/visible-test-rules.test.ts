import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadDataset } from '../../datasets';
import type { VisibleTestRule } from '../../core/names/visible-test-rules';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-visible-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const mbpp = {
  task_id: 11,
  text: 'Double a number.',
  code: 'def f(x):\n    return 2 * x\n',
  test_list: ['assert f(1) == 2', 'assert f(2) == 4'],
  challenge_test_list: ['assert f(0) == 0'],
};
const humanEval = {
  task_id: 'Own/0',
  prompt: 'def f(x):\n    """Doubles: f(1) == 2."""\n',
  entry_point: 'f',
  test: 'def check(candidate):\n    assert candidate(3) == 6\n',
  canonical_solution: '    return 2 * x\n',
};

const plus = {
  ...{ task_id: 'Mbpp/2', entry_point: 'f', atol: 0, base_input: [[1]], plus_input: [[2]] },
  prompt: '"""\nDouble a number.\nassert f(1) == 2\n"""\n',
  canonical_solution: 'def f(x):\n    return 2 * x\n',
  assertion: '\nassert f(1) == 2\nassert f(2) == 4\n',
};
const contest = {
  ...{ name: '1_A', description: 'Print it twice.', test_list: [{ input: '2', output: ['2 2'] }] },
  ...{ sample_io: [{ input: '1', output: ['1 1'] }], tags: [] },
};

async function shown(row: object, visibleTests?: VisibleTestRule): Promise<readonly unknown[]> {
  const file = join(folder, 'set.jsonl');
  await writeFile(file, `${JSON.stringify(row)}\n`);
  const { rows } = await loadDataset({ nameOrPath: file, cacheDir: folder, visibleTests });
  return rows[0]?.problem.visibleTests ?? [];
}

describe('the tests that are shown', () => {
  it('are the data set’s own, or those of its docstrings', async () => {
    expect(await shown(mbpp)).toEqual(['assert f(1) == 2']);
    expect(await shown(humanEval, 'docstring')).toEqual(['assert f(1) == 2']);
  });

  it('are none where none are wanted', async () => {
    expect(await shown(mbpp, 'none')).toEqual([]);
    expect(await shown(humanEval, 'none')).toEqual([]);
  });

  it('are, as in the paper, all of an MBPP problem’s list, and not its challenges', async () => {
    expect(await shown(mbpp, 'paper')).toEqual(mbpp.test_list);
  });

  it('are, as in the paper, all of MBPP+’s base tests', async () => {
    expect(await shown(plus)).toEqual(['assert f(1) == 2']);
    expect(await shown(plus, 'paper')).toEqual(['assert f(1) == 2', 'assert f(2) == 4']);
  });

  it('are, as in the paper, the public tests of whole programs', async () => {
    expect(await shown(contest, 'paper')).toHaveLength(1);
    expect(await shown(contest, 'paper')).toEqual(await shown(contest));
  });

  it('are, as in the paper, asked of every row', async () => {
    const file = join(folder, 'set.jsonl');
    const rows = [plus, { ...plus, task_id: 'Mbpp/3', assertion: undefined }];
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const paper = { nameOrPath: file, cacheDir: folder, visibleTests: 'paper' } as const;
    await expect(loadDataset(paper)).rejects.toThrow('rows in EvalPlus form');
  });

  it.each([
    ['HumanEval+ has', { ...plus, assertion: undefined }],
    ['MapCoder’s selection of APPS has', { ...contest, tags: undefined }],
  ])('are no tests that %s not', async (_, row) => {
    await expect(shown(row, 'paper')).rejects.toMatchObject({ code: 'BAD_FLAG', exitCode: 2 });
  });

  it('are, as in the paper, a file of its authors where rows do not have them, which is said', async () => {
    await expect(shown(humanEval, 'paper')).rejects.toMatchObject({
      message: expect.stringContaining(
        '--visible-tests paper: these rows in HumanEval form',
      ) as string,
      remedy: expect.stringContaining('by its path') as string,
    });
  });
});
