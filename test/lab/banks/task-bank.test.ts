import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { buildBank } from '../../../lab/banks/build-bank';
import { planRun } from '../../../lab/planning/plan-run';
import { runIdOf } from '../../../lab/planning/run-id';
import { checkRunRequest } from '../../../lab/planning/run-request';
import { loadDataset } from '../../../datasets';
import { createMemoryStore } from '../../fakes/memory-store';

const patch = [
  ...['diff --git a/pkg/a.py b/pkg/a.py', '--- a/pkg/a.py', '+++ b/pkg/a.py'],
  ...['@@ -1,2 +1,2 @@', ' def f():', '-    return 1', '+    return 2', ''],
].join('\n');
const row = {
  ...{ instance_id: 'o__n-1', repo: 'o/n', base_commit: 'abcdef1', problem_statement: 'Wrong.' },
  ...{ patch, test_patch: 'diff --git a/tests/test_a.py b/tests/test_a.py\n' },
  ...{ FAIL_TO_PASS: ['a'], PASS_TO_PASS: [] },
};

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-task-bank-'));
  file = join(folder, 'tasks.jsonl');
  const other = { ...row, instance_id: 'o__n-2', patch: '' };
  writeFileSync(file, [row, other].map((one) => `${JSON.stringify(one)}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly task_id: string;
  readonly method: string;
  readonly program: string;
  readonly recorded_pass: boolean;
}
const linesOf = (path: string): readonly Line[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const planned = (changes: object = {}) =>
  planRun(
    checkRunRequest({ dataset: file, method: 'direct', model: 'simulated', ...changes }),
    readSettings({ HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }),
  );

describe('the simulated model on repository tasks', () => {
  it('answers from the patches of the rows and wrong ones made of them, which stay in its bank', async () => {
    const { model, config } = await planned({ problems: ['o__n-1'] });
    const lines = linesOf(model.bankFiles?.[0] ?? '');
    expect(lines.map(({ method, recorded_pass }) => [method, recorded_pass])).toEqual([
      ['reference', true],
      ['another operator or constant', false],
      ['a comment alone', false],
    ]);
    expect(lines[0]?.program).toBe(patch);
    expect(config.model).toMatchObject({ kind: 'simulated', bank: { patches: { problems: 1 } } });
    expect(JSON.stringify(config)).not.toContain('return 2');
    const again = await planned({ problems: ['o__n-1'] });
    expect([again.id, again.model.bankFiles]).toEqual([runIdOf(config), model.bankFiles]);
  });

  it('has no answer for a row that does not say what solves it', async () => {
    await expect(planned()).rejects.toThrow('o__n-2');
    expect((await planned({ skipMissing: true })).config.problems).toEqual(['o__n-1']);
  });

  it('can be given the bank as a file', async () => {
    const { rows } = await loadDataset({ nameOrPath: file, cacheDir: folder });
    const sources = { runs: [], reflexion: [], llmdebugger: [], sourceModel: null, tasks: rows };
    const bank = join(folder, 'bank.jsonl');
    expect(await buildBank(createMemoryStore(), bank, sources)).toEqual({
      ...{ lines: 3, repairs: 0, problems: 1 },
    });
    const { config } = await planned({ model: `simulated:${bank}`, problems: ['o__n-1'] });
    const usual = await planned({ problems: ['o__n-1'] });
    expect(config.model.bank?.sha256).toBe(usual.config.model.bank?.sha256);
  });
});
