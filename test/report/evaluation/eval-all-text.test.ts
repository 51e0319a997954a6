import { evalAllText } from '../../../report/evaluation/eval-all-text';
import type { GradedSample } from '../../../core/evaluation/graded-sample';
import { graded, outcome } from './graded';

const read = (samples: readonly GradedSample[]): unknown =>
  JSON.parse([...evalAllText(samples)].join(''));

describe('the text of _eval_all.json', () => {
  it('has a row a question, with what passed and the code of each failure', () => {
    const samples = [
      graded('1873_A', [outcome({ marks: '11' })], { text: 'a' }),
      graded('2730', [outcome({ kind: 'timed-out', marks: '1t' })]),
      graded('1873_A', [outcome({ kind: 'failed', marks: '1w' })], { sample: 1, text: 'b' }),
      graded('1873_A', [outcome({ kind: 'failed', marks: '10' })], { sample: 2, text: 'c' }),
      graded('1873_A', [outcome({ kind: 'killed-by-signal', marks: '' })], {
        sample: 3,
        text: 'd',
      }),
    ];
    expect(read(samples)).toEqual([
      {
        question_id: '1873_A',
        output_list: ['a', 'b', 'c', 'd'],
        code_list: ['# run\na', '# run\nb', '# run\nc', '# run\nd'],
        graded_list: [true, false, false, false],
        'pass@1': 0.25,
        metadata: ['{}', '{"error_code":-2}', '{"error_code":-2}', '{"error_code":-1}'],
        espalier: { unscored: [] },
      },
      expect.objectContaining({
        question_id: '2730',
        'pass@1': 0,
        metadata: ['{"error_code":-3}'],
      }),
    ]);
  });

  it('names programs without a verdict, and has no question of them alone', () => {
    const samples = [
      graded('1', 'the sandbox broke'),
      graded('2', [outcome()]),
      graded('2', 'the sandbox broke', { sample: 1 }),
    ];
    expect(read(samples)).toEqual([
      expect.objectContaining({
        question_id: '2',
        graded_list: [true],
        espalier: { unscored: [{ task_id: '2', sample: 1, cause: 'the sandbox broke' }] },
      }),
    ]);
  });

  it('is an empty list without any verdict', () => {
    expect(read([graded('1', 'the sandbox broke')])).toEqual([]);
  });
});
