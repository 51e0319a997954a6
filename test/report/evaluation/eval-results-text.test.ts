import { suiteTest } from '../../../core/grading/suite-test';
import { evalResultsText } from '../../../report/evaluation/eval-results-text';
import type { EvalResultsFacts } from '../../../report/evaluation/eval-results-text';
import type { GradedSample } from '../../../core/evaluation/graded-sample';
import { graded, outcome } from './graded';

const suite = (inputs: string): string =>
  suiteTest({ id: 'T/0', entry: 'f', atol: 0, reference: '' }, inputs);
const both = {
  test: suite('[[1], [12345678901234567890]]'),
  plus: suite('[[1.0], [NaN], [-0.0]]'),
};
const facts: EvalResultsFacts = {
  ...{ date: '2026-11-24 02:55', hash: 'abc', missing: [] },
  hidden: new Map([
    ['T/0', both],
    ['T/1', both],
  ]),
};

const textOf = (samples: readonly GradedSample[], more: Partial<EvalResultsFacts> = {}): string =>
  [...evalResultsText(samples, { ...facts, ...more })].join('');
const pass = outcome({ marks: '11' });

describe('the text of eval_results.json', () => {
  it('has a status for each suite, and the failed inputs as the data set wrote them', () => {
    const failing = [
      outcome({ kind: 'failed', marks: '10' }),
      outcome({ kind: 'failed', marks: '010' }),
    ];
    const text = textOf([graded('T/0', failing)]);
    expect(text).toContain('"base_status":"fail","plus_status":"fail"');
    expect(text).toContain(
      '"base_fail_tests": [[12345678901234567890]], "plus_fail_tests": [[1.0], [-0.0]], "espalier"',
    );
  });

  it('has of each sample what our own records know beside the tool’s words', () => {
    const asked = { input: '[1]', expected: '2' };
    const wrong = { marks: '011', case: asked, actual: '3', error: 'AssertionError', cpuMs: 2.6 };
    const samples = [
      graded('T/0', [pass, pass]),
      graded('T/0', [pass, outcome({ kind: 'failed', ...wrong })], { sample: 1 }),
      graded('T/0', [outcome({ kind: 'killed-by-signal', detail: 'SIGSEGV' }), pass], {
        sample: 2,
      }),
    ];
    const { eval: rows } = JSON.parse(textOf(samples)) as { eval: Record<string, unknown> };
    expect(rows['T/0']).toMatchObject([
      { espalier: { verdict: 'passed', assurance: 'data', cpu_ms: 2 } },
      {
        espalier: {
          ...{ verdict: 'failed', assurance: 'data', cpu_ms: 4, error: 'AssertionError' },
          first_fail: { suite: 'plus', index: 0, ...asked, actual: '3' },
        },
      },
      { espalier: { verdict: 'killed-by-signal', signal: 'SIGSEGV' } },
    ]);
  });

  it('has what was executed, by problem, samples in their order', () => {
    const samples = [
      graded('T/1', [pass, pass], { text: 'a "quoted" text\n' }),
      graded('T/0', [pass, pass]),
      graded('T/1', [pass, outcome({ kind: 'timed-out', marks: '1' })], { sample: 1, text: 'b' }),
    ];
    expect(JSON.parse(textOf(samples))).toMatchObject({
      date: '2026-11-24 02:55',
      hash: 'abc',
      eval: {
        'T/1': [
          { task_id: 'T/1', solution: '# run\na "quoted" text\n', plus_status: 'pass' },
          {
            task_id: 'T/1',
            solution: '# run\nb',
            base_status: 'pass',
            plus_status: 'timeout',
            plus_fail_tests: [],
          },
        ],
        'T/0': [{ base_status: 'pass', plus_status: 'pass', base_fail_tests: [] }],
      },
    });
  });

  it('has pass@k of base, and of both suites together, for each k that every problem has samples for', () => {
    const fails = outcome({ kind: 'failed', marks: '0' });
    const samples = ['T/0', 'T/1'].flatMap((problem) =>
      Array.from({ length: 10 }, (_, sample) =>
        graded(problem, [sample < 5 ? pass : fails, sample > 3 ? pass : fails], { sample }),
      ),
    );
    const { pass_at_k: rates } = JSON.parse(textOf(samples)) as {
      pass_at_k: Record<string, Record<string, number>>;
    };
    expect(Object.keys(rates['base'] ?? {})).toEqual(['pass@1', 'pass@10']);
    expect(rates['base']?.['pass@1']).toBeCloseTo(0.5, 12);
    expect(rates['plus']?.['pass@1']).toBeCloseTo(0.1, 12);
  });

  it('names what has no verdict or no sample, and counts neither', () => {
    const samples = [
      graded('T/0', [pass, pass]),
      graded('T/0', 'the sandbox broke', { sample: 1 }),
      graded('T/1', 'the sandbox broke'),
    ];
    expect(JSON.parse(textOf(samples, { missing: ['T/2'] }))).toMatchObject({
      eval: { 'T/0': [{ base_status: 'pass' }] },
      pass_at_k: { base: { 'pass@1': 1 }, plus: { 'pass@1': 1 } },
      espalier: {
        unscored: [
          { task_id: 'T/0', sample: 1, cause: 'the sandbox broke' },
          { task_id: 'T/1', sample: 0, cause: 'the sandbox broke' },
        ],
        missing: ['T/2'],
      },
    });
    expect(textOf(samples)).not.toContain('"T/1": [');
  });

  it('has no plus where no problem has further inputs, and passes it where one alone has none', () => {
    const base = { test: suite('[[1]]') };
    const alone = textOf([graded('T/0', [pass])], { hidden: new Map([['T/0', base]]) });
    expect(JSON.parse(alone)).toMatchObject({ eval: { 'T/0': [{ plus_status: null }] } });
    expect(alone).toContain('"pass_at_k": {"base":{"pass@1":1}}');
    const mixed = textOf([graded('T/0', [pass])], {
      hidden: new Map([
        ['T/0', base],
        ['T/1', both],
      ]),
    });
    expect(JSON.parse(mixed)).toMatchObject({ eval: { 'T/0': [{ plus_status: 'pass' }] } });
  });

  it('names no input where cases were not marked', () => {
    const strict = [outcome({ kind: 'failed', detail: 'not-data' }), outcome({ kind: 'raised' })];
    expect(JSON.parse(textOf([graded('T/0', strict)]))).toMatchObject({
      eval: {
        'T/0': [
          { base_status: 'fail', plus_status: 'fail', base_fail_tests: [], plus_fail_tests: [] },
        ],
      },
    });
  });
});
