import { readFileSync } from 'node:fs';

import { bundledFile, loadDataset } from '../../../datasets';
import { inFence } from '../../../llm/simulated/replies/code-in-request';
import { describeBank, loadBank, missingProblems, viewBank } from '../../../llm/simulated';
import {
  canonicalSolutionCanary,
  hiddenTestCanary,
  visibleTestCanary,
} from '../../fixtures/canaries';

interface Row {
  readonly task_id: string;
  readonly prompt: string;
  readonly entry_point: string;
  readonly canonical_solution: string;
  readonly test: string;
}

const rows = readFileSync(bundledFile('problems.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

async function load() {
  const { rows: loaded } = await loadDataset({ nameOrPath: 'bundled', cacheDir: '/nowhere' });
  return loaded;
}

/** Without comments and blanks, and with every name as it is: what makes a program a copy of another. */
function essence(program: string): string {
  return program.replace(/#.*$/gm, '').replace(/\s+/g, '');
}

describe('the bundled problems', () => {
  it('are at least twelve, with a visible test each', async () => {
    const problems = await load();
    expect(problems.length).toBe(16);
    expect(problems.map(({ problem }) => problem.id)).toEqual(rows.map((row) => row.task_id));
    for (const { problem } of problems) expect(problem.visibleTests.length).toBeGreaterThan(0);
  });

  it('ask more in their hidden tests than in the visible ones', () => {
    for (const row of rows) {
      const shown = row.prompt.match(/>>> /g)?.length ?? 0;
      const hidden = row.test.match(/assert /g)?.length ?? 0;
      expect([row.task_id, hidden >= 2 * shown + 3]).toEqual([row.task_id, true]);
    }
  });

  it('carry a canary in every hidden test, another in every solution, a third in one visible test', async () => {
    for (const row of rows) {
      expect(row.test).toContain(hiddenTestCanary);
      expect(row.canonical_solution).toContain(canonicalSolutionCanary);
      expect(row.prompt).not.toContain(hiddenTestCanary);
      expect(row.prompt).not.toContain(canonicalSolutionCanary);
    }
    const problems = await load();
    const tests = problems.flatMap(({ problem }) => problem.visibleTests.map(String));
    expect(tests.filter((test) => test.includes(visibleTestCanary))).toHaveLength(1);
    expect(rows.filter(({ test }) => test.includes(visibleTestCanary))).toEqual([]);
  });
});

describe('the bundled bank', () => {
  it('has at least three right and four wrong programs for every problem', async () => {
    const bank = await loadBank([bundledFile('bank.jsonl')]);
    const view = viewBank(bank);
    expect(
      missingProblems(
        view,
        rows.map((row) => row.task_id),
      ),
    ).toEqual([]);
    for (const { drawable } of view.problems.values()) {
      expect(drawable.filter(({ label }) => label === true).length).toBeGreaterThanOrEqual(3);
      expect(drawable.filter(({ label }) => label === false).length).toBeGreaterThanOrEqual(4);
    }
    expect(bank.rows).toHaveLength(view.problems.size * 8);
    expect(describeBank(bank)).toMatchObject({
      files: ['bank.jsonl'],
      sourceModels: ['bundled'],
      selfRepairingMethods: [],
      problems: 16,
      distinctPrograms: { min: 8, median: 8, max: 8 },
    });
  });

  it('holds no canary and no copy of a canonical solution', async () => {
    const solutions = new Map(rows.map((row) => [row.task_id, essence(row.canonical_solution)]));
    for (const { problem, program } of (await loadBank([bundledFile('bank.jsonl')])).rows) {
      expect(program).not.toContain(hiddenTestCanary);
      expect(program).not.toContain(canonicalSolutionCanary);
      expect(essence(program)).not.toContain(solutions.get(problem));
      expect(inFence(program)).toMatch(/^```python\n/);
    }
  });
});
