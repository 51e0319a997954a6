import { visibleLimit } from '../../../core/grading/visible-limit';
import type { ScriptTask } from '../../../core/adapters/sandbox';
import type { ScriptResult } from '../../../core/schemas/verdict';
import { aloneCheck } from '../../../core/grading/check';
import type { ScriptCheck } from '../../../core/grading/check';
import { runCheck } from '../../../core/tasks/run-check';
import { checkTwice } from '../../../sandbox/second-opinion';
import { answeringSandbox, printed, provenanceOf } from '../../fakes/answering-sandbox';

const check = (stdins: readonly string[], outcomes: ScriptCheck['outcomes']): ScriptCheck => ({
  kind: 'script',
  task: { program: 'p', limits: visibleLimit(), seed: 3 },
  tests: stdins.map((stdin) => ({ stdin, expected: { stdout: stdin } })),
  outcomes,
});
const endings: Readonly<Record<string, Partial<ScriptResult>>> = {
  wrong: { stdout: printed('other') },
  crash: { end: { kind: 'exited', code: 1 }, stderr: printed('ValueError: no\n') },
  slow: { end: { kind: 'timed-out', cause: 'cpu' }, timeSensitive: true },
  hours: { stdout: printed('hours'), cpuMs: 11 * 60 * 1000 },
};

/** Echoes its input, but for the words above. */
function echo(change: (task: ScriptTask, ran: number) => Partial<ScriptResult> = () => ({})) {
  const asked: ScriptTask[] = [];
  const sandbox = answeringSandbox({
    run: (task) => {
      asked.push(task);
      const stdin = String(task.stdin);
      return { stdout: printed(stdin), ...endings[stdin], ...change(task, asked.length) };
    },
  });
  return { sandbox, asked };
}

describe('running the check of a script', () => {
  it('runs every visible test by itself, in their order, whatever fails', async () => {
    const { sandbox, asked } = echo();
    const result = await runCheck(sandbox, check(['a', 'wrong', 'crash', 'b'], 'per-test'));
    expect(result.outcomes.map(({ kind }) => kind)).toEqual([
      'passed',
      'failed',
      'raised',
      'passed',
    ]);
    expect(asked.map(({ stdin }) => stdin)).toEqual(['a', 'wrong', 'crash', 'b']);
    expect(result.provenance).toMatchObject({ assurance: 'data', seed: 3 });
  });

  it('counts the fresh cells of all its tests together', async () => {
    const withCells = (counts: readonly (number | undefined)[]) =>
      echo((task, ran) => {
        const freshCells = counts[ran - 1];
        return {
          provenance: {
            ...provenanceOf(task),
            ...(freshCells === undefined ? {} : { freshCells }),
          },
        };
      }).sandbox;
    const counted = async (...counts: readonly (number | undefined)[]) =>
      (await runCheck(withCells(counts), check(['a', 'b', 'c'], 'one'))).provenance.freshCells;
    expect(await counted(1, 0, 2)).toBe(3);
    expect(await counted(0, 0, 0)).toBe(0);
    expect(await counted(1, undefined, 0)).toBeUndefined();
  });

  it('ends the hidden check with the first test that fails, which is its one outcome', async () => {
    const { sandbox, asked } = echo();
    const { outcomes } = await runCheck(sandbox, check(['a', 'crash', 'wrong', 'b'], 'one'));
    expect(outcomes).toMatchObject([
      {
        kind: 'raised',
        error: 'ValueError: no',
        cpuMs: 2,
        case: { input: 'crash', expected: 'crash' },
      },
    ]);
    expect(asked).toHaveLength(2);
  });

  it('passes when all hidden tests passed, and says so once', async () => {
    const { outcomes } = await runCheck(echo().sandbox, check(['a', 'b', 'c'], 'one'));
    expect(outcomes).toMatchObject([{ kind: 'passed', cpuMs: 3 }]);
  });

  it('is time-sensitive when any of its tests is', async () => {
    const { sandbox } = echo((_task, ran) => ({ timeSensitive: ran === 1 }));
    const { outcomes } = await runCheck(sandbox, check(['a', 'b'], 'one'));
    expect(outcomes).toMatchObject([{ kind: 'passed', timeSensitive: true }]);
  });

  it('ends a program that takes more than 20 minutes through all its tests', async () => {
    const { sandbox, asked } = echo();
    const tests = ['hours', 'hours', 'hours', 'hours'];
    const { outcomes } = await runCheck(sandbox, check(tests, 'one'));
    expect([outcomes[0]?.kind, asked.length]).toEqual(['timed-out', 2]);
    const visible = await runCheck(sandbox, check(tests, 'per-test'));
    expect(visible.outcomes.map(({ kind }) => kind)).toEqual([
      'passed',
      'timed-out',
      'timed-out',
      'timed-out',
    ]);
  });

  it('never passes by having no tests', async () => {
    await expect(runCheck(echo().sandbox, check([], 'one'))).rejects.toThrow('at least one test');
  });

  it('is asked whole for a second opinion, alone, when a test was stopped', async () => {
    const { sandbox, asked } = echo(({ alone }) =>
      alone === true ? { end: { kind: 'exited', code: 0 }, timeSensitive: false } : {},
    );
    const { result, settled } = await checkTwice(sandbox, check(['a', 'slow'], 'one'));
    expect(result.outcomes).toMatchObject([{ kind: 'passed', timeSensitive: true }]);
    expect(settled).toBe(false);
    expect(asked.map(({ stdin, alone = false }) => [stdin, alone])).toEqual([
      ['a', false],
      ['slow', false],
      ['a', true],
      ['slow', true],
    ]);
  });

  it('is the same check when it is to be alone, but for that', () => {
    const one = check(['a'], 'one');
    expect(aloneCheck(one)).toEqual({ ...one, task: { ...one.task, alone: true } });
  });
});
