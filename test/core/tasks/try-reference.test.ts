import { visibleLimit } from '../../../core/grading/visible-limit';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { DatasetProblem } from '../../../core/tasks/problem';
import type { Assurance, VerdictKind } from '../../../core/schemas/verdict';
import { runCheck } from '../../../core/tasks/run-check';
import { referenceOf, tryReference } from '../../../core/tasks/try-reference';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

const { problem, hidden } = scriptedProblem('P/0');
const row: DatasetProblem = { problem, hidden: { ...hidden, reference: '    return 1\n' } };
const limits = { visible: visibleLimit(), hidden: hiddenLimit() };

/** What its visible and its hidden tests say at each level that is asked for. */
async function tried(answers: Partial<Record<Assurance, readonly [VerdictKind, VerdictKind]>>) {
  const sandbox = answeringSandbox({
    check: ({ tests, assurance = 'data' }) =>
      tests.map((test) => {
        const told = answers[assurance];
        if (told === undefined) throw new Error(`${assurance} is not to be tried`);
        return told[test.includes('f(3)') ? 1 : 0];
      }),
  });
  const { level, said } = await tryReference(row, '    return 1\n', {
    ...{ limits, seed: 0 },
    run: (checks) => Promise.all(checks.map((check) => runCheck(sandbox, check))),
  });
  return [level, said.map(({ visible, hidden: judged }) => [visible?.kind, judged?.kind])];
}

describe('a reference that is tried', () => {
  it('has the first level at which all tests pass, and no lower one is tried', async () => {
    expect(await tried({ data: ['passed', 'raised'], objects: ['passed', 'passed'] })).toEqual([
      'objects',
      [
        [undefined, 'raised'],
        [undefined, undefined],
      ],
    ]);
  });

  it('has the first at which the hidden ones do where an example is wrong at every level', async () => {
    const wrong = ['failed', 'passed'] as const;
    expect(
      await tried({ data: ['failed', 'raised'], objects: wrong, shared: wrong }),
    ).toMatchObject(['objects', { length: 3 }]);
  });

  it('has a lower one where an example passes there alone', async () => {
    const answers = { data: ['failed', 'passed'], objects: ['passed', 'passed'] } as const;
    expect((await tried(answers))[0]).toBe('objects');
  });

  it('has none where the hidden tests fail at all of them', async () => {
    const fails = ['passed', 'failed'] as const;
    expect(await tried({ data: fails, objects: fails, shared: fails })).toMatchObject([
      null,
      { length: 3 },
    ]);
  });

  it('is the row’s own program, where it has one', () => {
    expect([referenceOf(row.hidden), referenceOf(hidden)]).toEqual(['    return 1\n', null]);
    const script = { kind: 'script', tests: [], reference: 'print(1)' } as const;
    expect(referenceOf({ ...script, tests: [{ stdin: '', stdout: '' }] })).toBe('print(1)');
  });
});
