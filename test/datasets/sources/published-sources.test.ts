import { readFileSync } from 'node:fs';

import { createRepeats } from '../../../datasets';
import { loadQuestions } from '../../../datasets/sources/questions';
import { formOf } from '../../../datasets/sources/forms';
import { describeWithData, sharedData } from '../../prerequisites';
import { readPath, rowOf } from './source-rows';

const samples = 'instructions/published-samples.jsonl';
const old = 'instructions/code_alpaca_2k.json.gz';
const folded = 'instructions/converted_alpaca_2k.json.gz';
const problems = 'leetcode/test-v0.3.1.jsonl.gz';
const questions = 'leetcode/questions.tsv.gz';

describeWithData([samples, old, folded, problems, questions])('published sources', () => {
  it('makes a row of a published row of each of six sets', async () => {
    const lines = readFileSync(sharedData(samples), 'utf8').trim().split('\n');
    const found = [];
    for (const line of lines) {
      const { row: raw } = JSON.parse(line) as { row: Record<string, unknown> };
      const row = await rowOf(raw);
      found.push([formOf(Object.keys(raw))?.name, row.lang, row.turns?.length ?? 0]);
    }
    expect(found).toEqual([
      ['code-feedback', 'ruby', 4],
      ['filtered-instruction', 'sql', 0],
      ['oss-instruct', 'cpp', 0],
      ['sharegpt', 'python', 0],
      ['evol-instruct', 'python', 0],
      ['alpaca', 'python', 0],
    ]);
  });

  it('finds the rows that two published files share', async () => {
    const { isRepeat } = createRepeats();
    const counts = [];
    for (const file of [old, folded]) {
      const reads = await readPath(sharedData(file));
      const rows = reads.flatMap((read) => (read.kind === 'row' ? [read.row] : []));
      counts.push([reads.length, reads.length - rows.length]);
      counts.push(rows.filter(({ query }) => isRepeat(query)).length);
    }
    expect(counts).toEqual([[2017, 2], 0, [2017, 2], 1011]);
  });

  it('joins the tags that rows of problems lack', async () => {
    const table = await loadQuestions(sharedData(questions));
    expect(table.get('two-sum')).toMatchObject({ title: 'Two Sum', tags: ['Array', 'Hash Table'] });
    const reads = await readPath(sharedData(problems), { questions: sharedData(questions) });
    expect(reads).toHaveLength(172);
    const untagged = [];
    for (const read of reads) {
      if (read.kind !== 'row') throw new Error(read.why);
      if (read.row.problem?.tags.length === 0) untagged.push(read.row.problem.slug);
      expect(read.row.problem?.tests).toContain('def check(candidate)');
    }
    // 10 rows have no tags of their own, and the table knows 9 of them.
    expect(untagged).toHaveLength(1);
  });
});
