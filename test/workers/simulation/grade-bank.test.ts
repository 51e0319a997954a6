import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { CheckTask } from '../../../core/adapters/sandbox';
import type { GradingTerms } from '../../../core/schemas/graded-bank';
import { programHashOf } from '../../../llm/simulated/bank/bank-row';
import { viewBank } from '../../../llm/simulated/bank/bank-view';
import { gradeBank, type BankGrading } from '../../../workers/simulation/grade-bank';
import { sha256Of } from '../../../workers/sha256-of';
import { activityDependencies } from '../../fakes/activity-dependencies';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { bankOf, line } from '../../llm/simulated/bank-samples';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

const programNamed = (name: string): string => `def f(x):\n    return '${name}'\n`;
const nameOf = ({ program }: CheckTask): string => /'(\w+)'/.exec(String(program))?.[1] ?? '';
const isHidden = ({ tests }: CheckTask): boolean => JSON.stringify(tests).includes('f(3)');

/** The calls whose tests a program fails, by its name: two are visible, the third one is hidden. */
const failing: Readonly<Record<string, readonly string[]>> = {
  half: ['f(2)'],
  none: ['f(1)', 'f(2)'],
  wrong: ['f(3)'],
};

const limits = { visible: visibleLimit(), hidden: hiddenLimit() };
const terms: GradingTerms = {
  ...({ format: 2, extraction: 1, grading: 1, bankModel: null, fingerprint: 'answering' } as const),
  ...{ bank: 'b'.repeat(64), dataset: 'd'.repeat(64), seed: 3, assurance: 'objects' },
  problems: ['P/0'],
  limits,
};

/** A bank of these programs and replies for one problem, graded. */
function setUp(changes: Partial<BankGrading> = {}, reference: string | null = null) {
  const { problem, hidden } = scriptedProblem('P/0');
  const reply = (name: string) => `Here:\n\`\`\`python\n${programNamed(name)}\`\`\`\nDone.`;
  const view = viewBank(
    bankOf([
      ...['right', 'half', 'none'].map((name) => line({ program: programNamed(name) })),
      line({ program: 'of the same program', reply: reply('right') }),
      line({ program: 'with more in it', reply: reply('right').replace('def', 'MORE = 1\ndef') }),
      line({ program: 'I cannot.', reply: 'I cannot.' }),
    ]),
  );
  const sandbox = answeringSandbox({
    check: (task) =>
      task.tests.map((test) => {
        const text = JSON.stringify(test);
        const fails = failing[nameOf(task)]?.some((call) => text.includes(call)) ?? false;
        return fails ? 'failed' : 'passed';
      }),
  });
  const told: (readonly [number, number])[] = [];
  const grading: BankGrading = {
    dependencies: activityDependencies({ sandbox: () => Promise.resolve(sandbox) }),
    ...{ view, terms, regrade: false, signal: new AbortController().signal },
    rows: [{ problem, hidden: { ...hidden, ...(reference === null ? {} : { reference }) } }],
    onProgress: (done, total) => told.push([done, total]),
    ...changes,
  };
  return { grading, sandbox, told };
}

describe('a graded bank', () => {
  it('has what each reply is read as, and what its program comes to', async () => {
    const { grading, told } = setUp();
    const [graded, ...others] = await gradeBank(grading);
    expect(others).toEqual([]);
    expect(graded).toMatchObject({ problem: 'P/0', visibleTests: 2, leftOut: null });
    const byProgram = (name: string) =>
      (graded?.replies ?? []).filter(
        ({ read }) => read?.recorded === programHashOf(programNamed(name)),
      );
    const read = (name: string, kind: string, passed: number) => ({
      program: byProgram(name)[0]?.read?.program,
      recorded: programHashOf(programNamed(name)),
      visible: { kind, passed, total: 2 },
      hidden: 'passed',
    });
    expect(byProgram('right').map((one) => one.read)).toEqual([
      read('right', 'passed', 2),
      read('right', 'passed', 2),
      { ...read('right', 'passed', 2), program: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ]);
    expect(new Set(byProgram('right').map((one) => one.read?.program)).size).toBe(2);
    expect(byProgram('half')).toMatchObject([{ read: read('half', 'failed', 1) }]);
    expect(byProgram('none')).toMatchObject([{ read: read('none', 'failed', 0) }]);
    expect(graded?.replies.filter(({ read: found }) => found === null)).toHaveLength(1);
    expect(graded?.replies).toHaveLength(6);
    // Four programs, each with its visible and its hidden tests.
    expect(told.at(-1)).toEqual([8, 8]);
    expect(told[0]).toEqual([1, 8]);
  });

  it('knows a program by the hash of its text, a reply by that of the reply', async () => {
    const { grading } = setUp();
    const [graded] = await gradeBank(grading);
    const programs = (graded?.replies ?? []).flatMap(({ read }) => read?.program ?? []);
    expect(programs).toContain(sha256Of(programNamed('half').trimEnd()));
    expect(graded?.replies.map(({ reply }) => reply)).toContain(sha256Of('I cannot.'));
  });

  it('runs each distinct program once on the visible tests and once on the hidden ones, in the limits of each', async () => {
    const { grading, sandbox } = setUp();
    await gradeBank(grading);
    const asked = sandbox.asked.map((task) => [nameOf(task), isHidden(task)]);
    const each = ['half', 'none', 'right', 'right'];
    expect(
      asked
        .filter(([, hidden]) => hidden)
        .map(([name]) => name)
        .sort(),
    ).toEqual(each);
    expect(
      asked
        .filter(([, hidden]) => !hidden)
        .map(([name]) => name)
        .sort(),
    ).toEqual(each);
    for (const task of sandbox.asked) {
      expect(task.limits).toEqual(isHidden(task) ? limits.hidden : limits.visible);
      expect(task.seed).toBe(3);
    }
  });

  it('goes on from the store, and runs all again where it is told to', async () => {
    const { grading, sandbox } = setUp();
    const first = await gradeBank(grading);
    sandbox.asked.splice(0);
    expect(await gradeBank(grading)).toEqual(first);
    expect(sandbox.asked).toEqual([]);
    await gradeBank({ ...grading, regrade: true });
    expect(sandbox.asked).toHaveLength(8);
  });

  it('leaves out for good a problem whose reference fails the hidden tests', async () => {
    const { grading, sandbox } = setUp({}, "    return 'wrong'\n");
    const [graded] = await gradeBank(grading);
    expect(graded?.leftOut).toMatchObject({
      again: false,
      why: expect.stringContaining('P/0 is refused') as string,
    });
    expect(graded?.replies).toEqual([]);
    expect(new Set(sandbox.asked.map(nameOf))).toEqual(new Set(['wrong']));
  });

  it('shows the tests that the reference passes alone', async () => {
    const { grading } = setUp({}, "    return 'half'\n");
    const [graded] = await gradeBank(grading);
    expect(graded?.visibleTests).toBe(1);
    const kinds = (graded?.replies ?? []).flatMap(({ read }) => read?.visible.total ?? []);
    expect(new Set(kinds)).toEqual(new Set([1]));
  });

  it('is not begun where nobody wants it, and refuses a problem that the bank does not have', async () => {
    const { grading, sandbox } = setUp({ signal: AbortSignal.abort() });
    await expect(gradeBank(grading)).rejects.toThrow('aborted');
    const other = scriptedProblem('P/1');
    await expect(gradeBank(setUp({ rows: [other] }).grading)).rejects.toThrow(
      'the bank has nothing for P/1',
    );
    expect(sandbox.asked).toEqual([]);
  });
});
