import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultOf, readText, refusalOf, rowOf } from './source-rows';

const solution = 'class Solution:\n    def twice(self, n):\n        return 2 * n  \n';
const leetCode = {
  ...{ task_id: 'double-it', prompt: 'import math\n', completion: solution },
  ...{ entry_point: 'Solution().twice', test: 'def check(candidate):\n    pass\n' },
  query: 'Short.\nPlease complete the following python code precisely:\n```python\n```',
};

let folder = '';
let table = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-questions-'));
  table = join(folder, 'questions.tsv');
  const head = 'slug\tid\ttitle\tdifficulty\ttags\tsimilar';
  writeFileSync(table, `${head}\ndouble-it\t7\tDouble It!\tEasy\tMath|Array\ttriple-it|halve-it\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('LeetCode problems', () => {
  it('keeps the solution byte by byte and joins tags, title and similar problems by slug', async () => {
    const meta = { difficulty: 'Hard', question_title: 'Short, with an example and more words.' };
    expect(await rowOf({ ...leetCode, meta }, { questions: table })).toMatchObject({
      query: 'Short, with an example and more words.',
      ...{ answer: `\`\`\`python\n${solution}\`\`\``, lang: 'python' },
      problem: {
        ...{ slug: 'double-it', title: 'Double It!', difficulty: 'Hard' },
        ...{ tags: ['Math', 'Array'], similar: ['triple-it', 'halve-it'] },
        ...{ setup: 'import math\n', solutions: [solution], entryPoint: 'Solution().twice' },
        tests: leetCode.test,
      },
    });
  });

  it('prefers what the row says itself and needs no table', async () => {
    const own = { problem_description: 'Own text.', tags: ['Graph'], difficulty: 'Medium' };
    expect(await rowOf({ ...leetCode, ...own })).toMatchObject({
      query: 'Own text.',
      problem: { title: 'Double it', difficulty: 'Medium', tags: ['Graph'], similar: [] },
    });
    expect(await rowOf(leetCode)).toMatchObject({ query: 'Short.' });
  });

  it('refuses a table of questions for rows without a slug', async () => {
    const reading = readText('rows.jsonl', '{"query": "Q", "answer": "A"}', { questions: table });
    expect(await refusalOf(reading)).toMatch(
      /form filtered-instruction, whose rows have no slug.*Remove "questions"/,
    );
  });

  it('refuses a table of questions that is absent or lacks a column', async () => {
    expect(await refusalOf(rowOf(leetCode, { questions: join(folder, 'none.tsv') }))).toContain(
      'none.tsv does not exist',
    );
    const other = join(folder, 'other.tsv');
    writeFileSync(other, 'slug\ttitle\n');
    expect(await refusalOf(rowOf(leetCode, { questions: other }))).toContain(
      'has no column difficulty, tags, similar',
    );
  });
});

describe('TACO problems', () => {
  const calls = { fn_name: 'twice', inputs: [[1], ['a"\n']], outputs: [[2.0], 'x'] };
  const raw = {
    ...{
      question: 'Double n.',
      solutions: JSON.stringify([solution, 'def twice(n): pass', solution]),
    },
    ...{ input_output: JSON.stringify(calls).replace('[2]', '[12345678901234567890]') },
    ...{ difficulty: 'EASY', tags: "['Greedy algorithms', 'Math']", name: null },
    url: 'https://leetcode.com/problems/double-it/',
  };

  it('makes tests of the cases of a function and keeps the solutions that fit its entry point', async () => {
    const { problem, answer } = await rowOf(raw, { questions: table });
    expect(answer).toBe(`\`\`\`python\n${solution}\`\`\``);
    expect(problem).toMatchObject({
      ...{ slug: 'double-it', title: 'Double It!', difficulty: 'EASY' },
      ...{ tags: ['Greedy algorithms', 'Math'], similar: ['triple-it', 'halve-it'] },
      ...{ solutions: [solution], entryPoint: 'Solution().twice' },
    });
    expect(problem?.tests).toContain('assert same(candidate(1), [12345678901234567890])\n');
    expect(problem?.tests).toContain(`assert same(candidate('a"\\n'), 'x')\n`);
  });

  it('makes an instruction of a row that reads standard input', async () => {
    const input_output = JSON.stringify({ inputs: ['1\n'], outputs: ['2\n'] });
    const row = await rowOf({ ...raw, input_output, solutions: '["print(2)"]' });
    expect(row).toMatchObject({ query: 'Double n.', answer: '```python\nprint(2)\n```' });
    expect(row).not.toHaveProperty('problem');
  });

  it('has a slug of its own without an address, though functions of other rows have the same name', async () => {
    const slugOf = async (question: string) =>
      (await rowOf({ ...raw, question, url: null })).problem?.slug;
    const [one, other] = [await slugOf('Double n.'), await slugOf('Double n again.')];
    expect(one).toMatch(/^twice-[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
    expect(await slugOf('Double n.')).toBe(one);
  });

  it('leaves out a row without a solution', async () => {
    expect(await faultOf({ ...raw, solutions: '[]' })).toBe('has no solution');
    expect(await faultOf({ ...raw, solutions: '[' })).toContain('is not a JSON list');
  });
});
