import { evalAllText } from '../../../report/evaluation/eval-all-text';
import { callsTest } from '../../../core/grading/profiles/function-form';
import type { HiddenCheck } from '../../../core/tasks/problem';
import type { TestOutcome } from '../../../core/schemas/verdict';
import type { GradedSample } from '../../../core/evaluation/graded-sample';
import { graded, outcome } from './graded';

const script: HiddenCheck = {
  kind: 'script',
  tests: [
    { stdin: '1 2\n', stdout: '3\n' },
    { stdin: '5 5\n', stdout: '10\n' },
  ],
};
const calls: HiddenCheck = {
  kind: 'function',
  setup: '',
  test: callsTest('f', [{ input: '[1]\n2', output: '12345678901234567890' }]),
};

const read = (
  samples: readonly GradedSample[],
  hidden: readonly (readonly [string, HiddenCheck])[] = [],
): unknown => JSON.parse([...evalAllText(samples, new Map(hidden))].join(''));

const metadataOf = (told: Partial<TestOutcome>, hidden: HiddenCheck = script): unknown => {
  const [row] = read([graded('1', [outcome(told)])], [['1', hidden]]) as [{ metadata: [string] }];
  return JSON.parse(row.metadata[0]);
};

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
        metadata: [
          '{}',
          '{"error_code":-2,"error_message":"Wrong Answer"}',
          '{"error_code":-2,"error_message":"Wrong Answer"}',
          '{"error_code":-5,"error_message":"TestRunnerError"}',
        ],
        espalier: { unscored: [] },
      },
      expect.objectContaining({
        question_id: '2730',
        'pass@1': 0,
        metadata: ['{"error_code":-3,"error_message":"Time Limit Exceeded"}'],
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

  it('tells of a failure what its record knows: what went in, what was wanted and what came out', () => {
    const asked = { input: '1 2\n', expected: '3\n' };
    const wrong = {
      kind: 'failed',
      marks: 'w',
      case: asked,
      actual: '4',
      error: 'differs',
    } as const;
    expect(metadataOf(wrong)).toEqual({
      ...{ error_code: -2, error_message: 'Wrong Answer' },
      ...{ inputs: '1 2\n', expected: '3\n', output: '4' },
    });
  });

  it('takes input and expected output from the hidden tests where the record has none', () => {
    expect(metadataOf({ kind: 'timed-out', marks: '1t' })).toEqual({
      ...{ error_code: -3, error_message: 'Time Limit Exceeded' },
      ...{ inputs: '5 5\n', expected: '10\n' },
    });
    expect(metadataOf({ kind: 'raised', marks: 'r', error: 'KeyError: 1' }, calls)).toEqual({
      ...{ error_code: -4, error_message: 'Runtime Error', error: 'KeyError: 1' },
      ...{ inputs: '[1]\n2', expected: '12345678901234567890' },
    });
  });

  it('is about the first failure where every test was tried', () => {
    expect(metadataOf({ kind: 'failed', marks: 'w1' })).toMatchObject({
      ...{ error_code: -2, inputs: '1 2\n' },
    });
  });

  it('cuts long texts, as the tool does', () => {
    const told = metadataOf({ kind: 'failed', marks: 'w', actual: 'x'.repeat(999) });
    expect((told as { output: string }).output).toMatch(/^x+\n\[\.\.\. \d+ characters left out/u);
    expect((told as { output: string }).output.length).toBeLessThanOrEqual(300);
  });

  it.each([
    [{ kind: 'failed' }, -2],
    [{ kind: 'raised' }, -4],
    [{ kind: 'no-program' }, -4],
    [{ kind: 'memory-limit' }, -4],
    [{ kind: 'exited-early' }, -5],
  ] as const)('has for %j, whose cases nobody marked, the code %d', (told, code) => {
    expect(metadataOf(told)).toMatchObject({ error_code: code });
  });
});
