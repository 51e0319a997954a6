import { humanEvalRows } from '../../../report/evaluation/human-eval-rows';
import { graded, outcome } from './graded';

const failed = outcome({ kind: 'failed', error: 'AssertionError: two' });

describe("the rows of human-eval's results", () => {
  it('are the rows as they were written, with result and passed behind', () => {
    const row = '{"task_id": "T/0", "completion": "x", "seed": 12345678901234567890, "score": NaN}';
    expect([...humanEvalRows([graded('T/0', [failed], { row })])]).toEqual([
      '{"task_id": "T/0", "completion": "x", "seed": 12345678901234567890, "score": NaN, "result": "failed: two", "passed": false}\n',
    ]);
  });

  it('replace what an earlier evaluation said', () => {
    const row = '{"task_id": "T/0", "result": "failed: ", "completion": "x", "passed": false}';
    expect([...humanEvalRows([graded('T/0', [outcome()], { row })])]).toEqual([
      '{"task_id": "T/0", "completion": "x", "result": "passed", "passed": true}\n',
    ]);
  });

  it('are made for samples without a row', () => {
    const samples = [
      graded('T/0', [outcome()], { text: 'a\n' }),
      graded('T/1', [outcome()], { form: 'completion' }),
    ];
    expect([...humanEvalRows(samples)].map((line) => JSON.parse(line) as unknown)).toEqual([
      { task_id: 'T/0', solution: 'a\n', result: 'passed', passed: true },
      { task_id: 'T/1', completion: 'x = 1', result: 'passed', passed: true },
    ]);
  });

  it('leave out what has no verdict', () => {
    const samples = [graded('T/0', 'the sandbox broke'), graded('T/1', [failed])];
    expect([...humanEvalRows(samples)]).toHaveLength(1);
  });
});
