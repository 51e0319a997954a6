import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { builtCli } from '../../../laboratory/home/built-cli';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

const problem = {
  ...{ task_id: 11, text: 'Double a number.', code: 'def f(x):\n    return 2 * x\n' },
  test_list: ['assert f(1) == 2', 'assert f(2) == 4', 'assert f(3) == 6'],
};
/** None of them passes all three tests. */
const programs = ['2', 'x + 1', 'x + 2 if x > 1 else 0'].map((body) => ({
  ...{ task_id: 'MBPP/11', dataset: 'mbpp', model: 'm', method: 'direct' },
  program: `def f(x):\n    return ${body}\n`,
}));

describeWithTemporal('the preset codetree-paper', () => {
  let home: EspalierHome;
  let common: readonly string[];
  beforeAll(() => {
    builtCli();
    home = createHome();
    const [dataset, bank] = ['mbpp.jsonl', 'bank.jsonl'].map((name) =>
      join(home.folder.root, name),
    ) as [string, string];
    writeFileSync(dataset, JSON.stringify(problem));
    writeFileSync(bank, programs.map((row) => JSON.stringify(row)).join('\n'));
    common = ['--dataset', dataset, '--model', `recorded:${bank}`, '--preset', 'codetree-paper'];
  });
  afterAll(() => home.dispose());

  it('has a run answer as the authors’ code does, and its table say so', async () => {
    const methods = ['--method', 'reflexion,code-tree', '--budget', '3'];
    const swept = await home.run('sweep', ...methods, ...common, '--json');
    const [reflexion, tree] = (
      documentOf(swept) as { readonly runs: readonly { readonly run: string }[] }
    ).runs.map(({ run }) => run) as [string, string];
    expect(swept.code).toBe(0);

    const failed = await home.run('run', 'show', reflexion, '--problems', '--failed');
    expect(failed.stdout).toMatch(/MBPP\/11 +no-answer +3$/mu);
    const table = await home.run('run', 'show', tree);
    expect(table.stdout).toMatch(/answer +of a search that accepts nothing: the last program/u);
    expect(table.stdout).toMatch(/prompts +codetree-paper/u);
  });

  it('has a simulation answer so, too', async () => {
    const simulated = (...more: readonly string[]) =>
      home.run('simulate', ...common, '--methods', 'reflexion,code-tree', '--seeds', '0', ...more);
    const document = documentOf(await simulated('--json')) as {
      readonly preset: string;
      readonly cells: readonly { readonly method: string; readonly answer: string }[];
    };
    const rules = new Map(document.cells.map(({ method, answer }) => [method, answer]));
    expect([document.preset, [...rules]]).toEqual([
      'codetree-paper',
      [
        ['reflexion', 'passing'],
        ['code-tree', 'last-failing'],
      ],
    ]);
    expect((await simulated()).stdout).toContain('As --preset codetree-paper has searches answer');
  });
});
