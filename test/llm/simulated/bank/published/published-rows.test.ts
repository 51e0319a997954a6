import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BankLine, programHashOf, rowsOf } from '../../../../../llm/simulated/bank/bank-row';
import { publishedLines } from '../../../../../llm/simulated/bank/published/published-rows';
import type { PublishedForm } from '../../../../../llm/simulated/bank/published/published-rows';
import { jsonl, program } from '../../bank-samples';

describe('published results as a bank', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-published-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const linesOf = (form: PublishedForm, rows: readonly Record<string, unknown>[]) => {
    const file = join(folder, 'results.jsonl');
    writeFileSync(file, jsonl(rows));
    return publishedLines(file, { form, model: 'model-x' });
  };

  it('are the steps of LLMDebugger, each with the one before it as its parent', async () => {
    const lines = await linesOf('llmdebugger', [
      {
        task_id: 'MBPP/11',
        implementations: [program(1), program(2)],
        solution: program(2),
        is_solved: true,
        test_feedback: [['f() == 2'], []],
        debug_iter: 1,
      },
    ]);
    expect(lines.map(({ parent, recorded_pass: label, step }) => [step, parent, label])).toEqual([
      [0, null, null],
      [1, programHashOf(program(1)), true],
    ]);
    // A Solver may draw the first alone.
    const rows = lines.flatMap((one) => rowsOf(BankLine.parse(one)));
    expect(rows.map(({ drawable }) => drawable)).toEqual([true, false]);
    expect(rows[0]).toMatchObject({ problem: 'MBPP/11', model: 'model-x', method: 'ldb' });
  });

  it('have the label of the last program wherever its text is the same', async () => {
    const texts = [program(2), program(1), `\n${program(2)}\n`];
    const lines = await linesOf('llmdebugger', [
      { task_id: 'MBPP/11', implementations: texts, solution: program(2), is_solved: false },
    ]);
    expect(lines.map(({ recorded_pass: label }) => label)).toEqual([false, null, false]);
    expect(lines.map(({ program: text }) => text)).toEqual(texts);
    expect(new Set(lines.map(({ chain }) => chain)).size).toBe(1);
    expect(lines[0]?.chain).toEqual(expect.any(String));
  });

  it('of Reflexion take the problem from a name, and its last program from the solution', async () => {
    const lines = await linesOf('reflexion', [
      {
        name: 'HumanEval_23_strlen',
        implementations: [program(1)],
        reflections: ['It is too short.'],
        solution: program(3),
        is_solved: false,
      },
      { name: 'mbpp_234_volume_cube', reflections: [], solution: program(4), is_solved: true },
    ]);
    expect(lines.map(({ task_id: id, program: text, method }) => [id, text, method])).toEqual([
      ['HumanEval/23', program(1), 'steps of reflexion'],
      ['HumanEval/23', program(3), 'steps of reflexion'],
      ['MBPP/234', program(4), 'reflexion'],
    ]);
    expect(lines.map(({ recorded_pass: label }) => label)).toEqual([null, false, true]);
  });

  it('that LLMDebugger ended with, and no step of, are no first attempt', async () => {
    const lines = await linesOf('llmdebugger', [{ task_id: 'P/0', solution: program(1) }]);
    const [row] = lines.flatMap((one) => rowsOf(BankLine.parse(one)));
    expect(row?.drawable).toBe(false);
  });

  it.each([
    [{ solution: 'x' }, 'task_id'],
    [{ task_id: 'P/0' }, 'implementations'],
    [{ task_id: 'P/0', implementations: 'x' }, 'implementations'],
  ])('name line and field of what cannot be used: %j', async (row, field) => {
    await expect(linesOf('reflexion', [row])).rejects.toMatchObject({
      code: 'PUBLISHED_ROW_MALFORMED',
      exitCode: 2,
      message: expect.stringContaining(`line 1, field ${field}`) as string,
    });
  });
});
