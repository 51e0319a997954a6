import type { VerdictKind } from '../../core/schemas/verdict';
import type { Check } from '../../core/grading/check';
import { SandboxInfraError, SandboxUnavailableError } from '../../sandbox/errors';
import { withFreshCells } from '../../sandbox/fresh-cells';
import { checkTwice } from '../../sandbox/second-opinion';
import { answeringSandbox, type Answers } from '../fakes/answering-sandbox';
import { task } from './tasks';

type Step = ReturnType<NonNullable<Answers['check']>> | Error;

/** Gives these kinds, or throws this error, check by check. */
function scripted(...steps: readonly Step[]): ReturnType<typeof answeringSandbox> {
  const left = [...steps];
  return answeringSandbox({
    check: () => {
      const step = left.shift() ?? new Error('the script ran out');
      if (step instanceof Error) throw step;
      return step;
    },
  });
}

const kinds = (result: { outcomes: readonly { kind: VerdictKind }[] }): readonly VerdictKind[] =>
  result.outcomes.map(({ kind }) => kind);

const check = (program: string, tests: readonly string[]): Check => ({
  kind: 'function',
  task: task(program, tests),
});

describe('a second opinion', () => {
  it('is not asked for verdicts that no busy machine can cause', async () => {
    const sandbox = scripted(['passed', 'failed', 'raised', 'exited-early', 'output-limit']);
    const { settled } = await checkTwice(sandbox, check('p', ['t']));
    expect([sandbox.asked.length, settled]).toEqual([1, true]);
  });

  it.each(['timed-out', 'memory-limit'] as const)(
    'is asked of the whole check, alone, when a test is %s; its second result stands',
    async (kind) => {
      const sandbox = scripted(['passed', kind], ['passed', 'passed']);
      const { result } = await checkTwice(sandbox, check('p', ['a', 'b']));
      expect(kinds(result)).toEqual(['passed', 'passed']);
      expect(sandbox.asked.map(({ alone, tests }) => ({ alone, tests }))).toEqual([
        { alone: undefined, tests: ['a', 'b'] },
        { alone: true, tests: ['a', 'b'] },
      ]);
    },
  );

  it('leaves a test that was stopped once on record as time-sensitive', async () => {
    const { result } = await checkTwice(
      scripted(['timed-out', 'passed'], ['passed', 'passed']),
      check('p', ['a', 'b']),
    );
    expect(kinds(result)).toEqual(['passed', 'passed']);
    expect(result.outcomes.map(({ timeSensitive }) => timeSensitive)).toEqual([true, false]);
  });

  it.each([
    [['timed-out'], ['timed-out'], true, ['timed-out']],
    [['memory-limit'], ['timed-out'], false, ['timed-out']],
    [['timed-out'], ['passed'], false, ['passed']],
    [['killed-by-signal'], ['failed'], false, ['killed-by-signal']],
    [['killed-by-signal'], ['passed'], false, ['killed-by-signal']],
    [['killed-by-signal'], ['killed-by-signal'], true, ['killed-by-signal']],
    [['passed', 'timed-out'], ['passed', 'timed-out'], true, ['passed', 'timed-out']],
    [['passed', 'timed-out'], ['failed', 'timed-out'], false, ['passed', 'timed-out']],
    [['failed', 'memory-limit'], ['passed', 'passed'], false, ['failed', 'passed']],
  ] as const)('%j and then %j is settled: %s; what stands is %j', async (...given) => {
    const [first, second, settles, stands] = given;
    const tests = first.map((_, index) => `t${index}`);
    const { result, settled } = await checkTwice(scripted(first, second), check('p', tests));
    expect([kinds(result), settled]).toEqual([stands, settles]);
  });

  it.each([
    ['0t1t', '0t11', '0t11', false],
    ['0t1t', '0t1t', '0t1t', true],
    ['0t1', '111', '011', false],
    ['0t1', '0', '0t1', false],
  ])(
    'of late cases of a test that failed otherwise gives their marks: %s and then %s is %s',
    async (first, second, stands, settles) => {
      const failed = (marks: string) => [{ kind: 'failed', marks } as const];
      const sandbox = scripted(failed(first), failed(second));
      const { result, settled } = await checkTwice(sandbox, check('p', ['t']));
      expect(result.outcomes).toMatchObject([{ kind: 'failed', marks: stands }]);
      expect([sandbox.asked.length, settled]).toEqual([2, settles]);
    },
  );

  it('does not ask how far a test came that was stopped twice', async () => {
    const late = (marks: string) => [{ kind: 'timed-out', marks } as const];
    const { settled } = await checkTwice(scripted(late('1'), late('111')), check('p', ['t']));
    expect(settled).toBe(true);
  });
});

describe('fresh cells', () => {
  const broken = (): SandboxInfraError => new SandboxInfraError('bubblewrap', 'its end is odd');

  it('are tried when one broke, and the first whole result stands', async () => {
    const sandbox = scripted(broken(), broken(), ['passed']);
    const result = await withFreshCells(sandbox, 3).check(task('p', ['t']));
    expect([kinds(result), sandbox.asked.length]).toEqual([['passed'], 3]);
  });

  it('are counted in the provenance of the result, as is that there were none', async () => {
    const counted = async (...steps: readonly Step[]) => {
      const sandbox = withFreshCells(scripted(...steps), 3);
      return (await sandbox.check(task('p', ['t']))).provenance.freshCells;
    };
    expect(await counted(['passed'])).toBe(0);
    expect(await counted(broken(), ['passed'])).toBe(1);
    expect(await counted(broken(), broken(), ['passed'])).toBe(2);
  });

  it('of a first and a second run are counted together', async () => {
    const sandbox = withFreshCells(
      scripted(broken(), ['timed-out'], broken(), broken(), ['passed']),
      3,
    );
    const { result } = await checkTwice(sandbox, check('p', ['t']));
    expect(result.provenance.freshCells).toBe(3);
    const unknown = await checkTwice(scripted(['timed-out'], ['passed']), check('p', ['t']));
    expect(unknown.result.provenance).not.toHaveProperty('freshCells');
  });

  it('are asked for by every try after the first, which takes any cell; signals are handed on', async () => {
    const sandbox = scripted(broken(), broken(), ['passed']);
    const { signal } = new AbortController();
    await withFreshCells(sandbox, 3).check(task('p', ['t']), { signal });
    expect(sandbox.options).toEqual([{ signal }, { signal, fresh: true }, { signal, fresh: true }]);
  });

  it('are three, the first one included, unless told otherwise', async () => {
    const sandbox = scripted(broken(), broken(), broken(), ['passed']);
    const failure = withFreshCells(sandbox).check(task('p', ['t']));
    await expect(failure).rejects.toMatchObject({ fate: 'terminal' });
    expect(sandbox.asked).toHaveLength(3);
  });

  it('are promised by no error: who is told of a broken cell may be all who would try again', () => {
    const terminal = new SandboxInfraError('docker', 'it ended', { fate: 'terminal' });
    for (const { remedy } of [broken(), terminal]) expect(remedy).not.toMatch(/by itself|fresh/);
    expect(broken().remedy).toContain('Try again');
  });

  it('run out after the third, with a terminal error that names the cause', async () => {
    const sandbox = scripted(broken(), broken(), broken());
    const failure = withFreshCells(sandbox, 3).check(task('p', ['t']));
    await expect(failure).rejects.toMatchObject({ code: 'SANDBOX_INFRA', fate: 'terminal' });
    await expect(failure).rejects.toThrow(
      'its end is odd (in 3 cells one after another, fresh ones after the first)',
    );
  });

  it('are not tried when no cell can be started: that error passes through, retryable', async () => {
    const down = new SandboxUnavailableError('docker', 'the engine is down');
    const sandbox = scripted(down);
    await expect(withFreshCells(sandbox, 3).check(task('p', ['t']))).rejects.toBe(down);
    expect([sandbox.asked.length, down.fate]).toEqual([1, 'retryable']);
  });
});
