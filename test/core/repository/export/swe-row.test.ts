import { sweRow } from '../../../../core/repository/export/swe-row';
import { instanceOf, partOf } from '../sample-instance';

test('a row has the patches, the commit, the statement and every case', () => {
  const parts = [partOf({ cases: ['case_0', 'case_1'] }), partOf()];
  const patches = { patch: 'P', testPatch: 'T', createdAt: '2026-01-01' };
  expect(sweRow(instanceOf({ parts, docstring: { text: 'Refined.' } }), patches)).toEqual({
    instance_id: 'people__tools__cccccccccccc__pkg__m.py__total__1',
    repo: 'people/tools',
    base_commit: 'c'.repeat(40),
    problem_statement: [
      'The body of `total` in `pkg/m.py` is missing. Write it.',
      '    def total(values, weights)',
      'Refined.',
    ].join('\n\n'),
    hints_text: '',
    patch: 'P',
    test_patch: 'T',
    FAIL_TO_PASS: ['part_0::case_0', 'part_0::case_1', 'part_1::case_0'],
    PASS_TO_PASS: [],
    created_at: '2026-01-01',
    version: '3.11.2',
    environment_setup_commit: 'c'.repeat(40),
  });
});
