import { CheckerBrokenError, askChecker } from '../../../core/tasks/custom-checker';
import type { ScriptTask } from '../../../core/adapters/sandbox';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { ScriptEnd, TestOutcome } from '../../../core/schemas/verdict';
import { answeringSandbox, printed, scriptResult } from '../../fakes/answering-sandbox';

const judged: TestOutcome = { kind: 'passed', assurance: 'data', cpuMs: 3, timeSensitive: false };
const right: ScriptEnd = { kind: 'exited', code: 42 };
const wrong: ScriptEnd = { kind: 'exited', code: 43 };
const broken: ScriptEnd = { kind: 'exited', code: 1 };

/** Asks a checker that ends in these ways, one after another, and says this. */
async function ask(ends: readonly ScriptEnd[], said = '', output = '7\n') {
  const tasks: ScriptTask[] = [];
  const sandbox = answeringSandbox({
    run: (task) => {
      tasks.push(task);
      const end = ends[tasks.length - 1];
      if (end === undefined) throw new Error('it is asked too often');
      return { end, stdout: printed(said) };
    },
  });
  const result = scriptResult({ seed: 5, limits: hiddenLimit() }, { stdout: printed(output) });
  const asked = { checker: 'judge', input: 'in', expected: 'wanted', result, judged, seed: 5 };
  const answer = await askChecker(sandbox, asked).catch((error: unknown) => error);
  return { answer, tasks };
}

describe('a checker of the data set', () => {
  it('is asked about the output, with input, expected output, limits and seed', async () => {
    const { answer, tasks } = await ask([right]);
    expect(answer).toBe(judged);
    expect(tasks.map(({ program, seed, limits }) => [program, seed, limits])).toEqual([
      ['judge', 5, hiddenLimit()],
    ]);
    expect(tasks.map(({ stdin }) => JSON.parse(String(stdin)) as unknown)).toEqual([
      { input: 'in', output: '7\n', expected: 'wanted' },
    ]);
  });

  it('that finds it wrong is quoted, beside the output', async () => {
    const { answer, tasks } = await ask([wrong], ' off by one\u200b\n');
    expect(answer).toMatchObject({ ...judged, kind: 'failed', actual: '7\n' });
    expect(answer).toMatchObject({ error: expect.stringMatching(/^off by one/u) as unknown });
    expect(tasks).toHaveLength(1);
    const silent = await ask([wrong], ' \n');
    expect(silent.answer).toMatchObject({
      error: "The data set's checker does not accept the output.",
    });
  });

  it('is quoted at bounded length, with head and tail', async () => {
    const long = `<${'x'.repeat(5_000)}>`;
    const { answer } = await ask([wrong], long, long);
    const { actual = '', error = '' } = answer as TestOutcome;
    for (const text of [actual, error]) expect(text).toMatch(/^<[^]*>$/u);
    expect(actual.length).toBeLessThanOrEqual(1_100);
    expect(error.length).toBeLessThanOrEqual(600);
    expect(actual.length).toBeGreaterThan(error.length);
  });

  it('that breaks on the output alone has found it wrong', async () => {
    const { answer, tasks } = await ask([broken, right], 'Traceback');
    expect(answer).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('comes to no end on this output') as unknown,
    });
    expect(JSON.parse(String(tasks[1]?.stdin))).toMatchObject({ output: 'wanted' });
  });

  it.each([
    [broken, broken, 'exited with 1'],
    [broken, wrong, 'exited with 1'],
    [{ kind: 'timed-out', cause: 'cpu' } as const, broken, 'was timed-out'],
    [{ kind: 'exited', code: 0 } as const, broken, 'exited with 0'],
  ])('that also breaks on the expected output is broken: %j, %j', async (first, then, how) => {
    const { answer } = await ask([first, then]);
    expect(answer).toBeInstanceOf(CheckerBrokenError);
    expect(answer).toMatchObject({
      ...{ code: 'CHECKER_BROKEN', exitCode: 2, end: first, fate: 'terminal' },
      message: expect.stringContaining(
        `${how}, and says neither right (42) nor wrong (43)`,
      ) as unknown,
      remedy: expect.stringContaining('Mend the checker') as unknown,
    });
  });
});
