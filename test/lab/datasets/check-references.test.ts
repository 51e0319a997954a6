import type { Check } from '../../../core/grading/check';
import type { CheckResult, VerdictKind } from '../../../core/schemas/verdict';
import { checkReferences } from '../../../lab/datasets/check-references';
import { runCheck } from '../../../core/tasks/run-check';
import { TestBrokenError } from '../../../sandbox';
import { loadRows } from '../../datasets/rows-in-file';
import { answeringSandbox, printed } from '../../fakes/answering-sandbox';

const row = (task_id: string, changes: object = {}) => ({
  task_id,
  prompt: 'def f(x):\n    """\n    >>> f(1)\n    1\n    """\n',
  entry_point: 'f',
  canonical_solution: `    return x  # ${task_id}\n`,
  test: 'def check(candidate):\n    assert candidate(2) == 2\n',
  ...changes,
});

/** What becomes of one test of the program of this problem. */
type Answers = (asked: {
  readonly id: string;
  readonly tests: 'visible' | 'hidden';
  readonly level: string;
}) => VerdictKind;

function checkBy(answers: Answers): (check: Check) => Promise<CheckResult> {
  const sandbox = answeringSandbox({
    check: ({ program, tests, assurance = 'data' }) => {
      const id = /# (\S+)/.exec(String(program))?.[1] ?? '';
      return tests.map((test) => {
        const kind = test.includes('candidate(2)') ? 'hidden' : 'visible';
        return answers({ id, tests: kind, level: assurance });
      });
    },
  });
  return (check) => runCheck(sandbox, check);
}

describe('the references of a data set', () => {
  it('are counted by the highest level at which they pass, and named where they pass nowhere', async () => {
    const set = await loadRows(['P/1', 'P/2', 'P/3', 'P/4'].map((id) => row(id)));
    const check = checkBy(({ id, tests, level }) => {
      if (tests === 'visible' || id === 'P/1') return 'passed';
      if (id === 'P/2') return 'failed';
      return level === (id === 'P/3' ? 'shared' : 'objects') ? 'passed' : 'raised';
    });
    const seen: number[] = [];
    const checked = await checkReferences(set, {
      ...{ check, width: 2 },
      onDone: (done, total) => seen.push(done, total),
    });
    expect(checked).toEqual({
      ...{ dataset: 'rows', sha256: set.sha256, problems: 4, without: [], misled: [] },
      dropped: [],
      passed: { data: 1, objects: 1, shared: 1 },
      failed: [expect.objectContaining({ id: 'P/2', kind: 'failed', listed: null })],
    });
    expect(seen).toEqual([1, 4, 2, 4, 3, 4, 4, 4]);
  });

  it('are no failures where an example alone contradicts them: that is told apart', async () => {
    const set = await loadRows([row('P/1')]);
    const check = checkBy(({ tests }) => (tests === 'visible' ? 'failed' : 'passed'));
    expect(await checkReferences(set, { check, width: 1 })).toMatchObject({
      passed: { data: 1, objects: 0, shared: 0 },
      failed: [],
      misled: [{ id: 'P/1', kind: 'failed', trouble: 'fails' }],
      dropped: [
        {
          ...{ problem: 'P/1', of: 1 },
          dropped: [{ place: 0, test: 'assert f(1) == 1', became: 'failed' }],
        },
      ],
    });
  });

  it('say why they fail where that is known', async () => {
    const set = await loadRows([row('Mbpp/255')]);
    const check = checkBy(() => 'memory-limit');
    const { failed } = await checkReferences(set, { check, width: 1 });
    expect(failed).toEqual([
      expect.objectContaining({
        ...{ id: 'Mbpp/255', kind: 'memory-limit', trouble: 'stopped' },
        listed: expect.stringContaining('more memory') as string,
      }),
    ]);
  });

  it('fail by a test that Python cannot run, which stops no other', async () => {
    const set = await loadRows([row('P/1'), row('P/2')]);
    const passing = checkBy(() => 'passed');
    const check = (asked: Check) => {
      const broken = asked.kind === 'function' && String(asked.task.program).includes('P/1');
      return broken ? Promise.reject(new TestBrokenError(1, 'f', 'syntax')) : passing(asked);
    };
    expect(await checkReferences(set, { check, width: 1 })).toMatchObject({
      passed: { data: 1 },
      failed: [{ id: 'P/1', kind: 'broken-test' }],
    });
  });

  it('end with trouble of the sandbox, which is no verdict', async () => {
    const set = await loadRows([row('P/1')]);
    const check = () => Promise.reject(new Error('no cell'));
    await expect(checkReferences(set, { check, width: 1 })).rejects.toThrow('no cell');
  });

  it('that are missing are named, and a set without any is refused', async () => {
    const none = row('P/2', { canonical_solution: undefined });
    const check = checkBy(() => 'passed');
    const some = await loadRows([row('P/1'), none]);
    expect((await checkReferences(some, { check, width: 1 })).without).toEqual(['P/2']);
    await expect(
      checkReferences(await loadRows([none]), { check, width: 1 }),
    ).rejects.toMatchObject({ code: 'NO_REFERENCES', exitCode: 2 });
  });

  it('of whole programs are run at one level, the only one there is', async () => {
    const set = await loadRows([
      {
        ...{ problem_id: 1, question: 'Print 1.', solutions: '["print(1)"]' },
        input_output: '{"inputs": [""], "outputs": ["1"]}',
      },
    ]);
    const sandbox = answeringSandbox({ run: () => ({ stdout: printed('2') }) });
    let checks = 0;
    const check = (asked: Check) => {
      checks += 1;
      return runCheck(sandbox, asked);
    };
    expect((await checkReferences(set, { check, width: 1 })).failed).toMatchObject([
      { id: '1', kind: 'failed', error: expect.stringContaining('got "2"') as string },
    ]);
    // Whether it compiles, there being no example, and the hidden test.
    expect(checks).toBe(2);
  });
});
