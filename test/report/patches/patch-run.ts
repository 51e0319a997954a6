import type { TestOutcome } from '../../../core/schemas/verdict';
import type { RunRecord } from '../../../core/ports/records';
import { officialLog } from '../../../core/tasks/patch/judge-patch';
import { SmallRun, configOf } from '../small-run';

const dataset = configOf().dataset.sha256;

/** What becomes of the patch of one task, `o__r-1`, `o__r-2` and so on, by hand. */
export interface PlayedPatch {
  /** Empty: the agent wrote none. */
  readonly patch: string;
  /** null: it has no verdict. */
  readonly outcome: Omit<TestOutcome, 'assurance' | 'cpuMs' | 'timeSensitive'> | null;
  /** Output of the tests. Absent: none ran. */
  readonly log?: string;
  readonly exit?: number;
  readonly timedOut?: boolean;
  readonly dropped?: readonly { readonly path: string; readonly reason: string }[];
  /** Why it has no verdict. */
  readonly cause?: string;
}

export const passingLog = 'PASSED t/test_a.py::f\nPASSED t/test_a.py::p\n';
export const failingLog = 'FAILED t/test_a.py::f - boom\nPASSED t/test_a.py::p\n';

/** A run of `bash-agent` on repository tasks: a node with a trajectory for each patch. */
export async function patchRun(
  played: readonly PlayedPatch[],
): Promise<{ readonly run: SmallRun; readonly record: RunRecord }> {
  const run = new SmallRun('run-1');
  const problems = played.map((_, at) => `o__r-${String(at + 1)}`);
  await run.store.runs.createRun(run.id, configOf({ problems, method: 'bash-agent' }));
  await run.store.problems.save(
    dataset,
    problems.map((id) => ({
      problem: {
        ...{ kind: 'patch', id, dataset: 'tasks', statement: 'It is wrong.', context: '' },
        source: {
          ...{ repository: 'o/r', address: null, commit: 'abcdef1', until: null, python: null },
          ...{ requirements: [], image: null },
        },
        runner: { kind: 'pytest', arguments: ['-rA'], environment: {} },
        visibleTests: [],
      },
      hidden: {
        ...{ kind: 'patch', logParser: 'pytest', evalType: 'pass-and-fail' },
        testPatch: 'diff --git a/t/test_a.py b/t/test_a.py\n',
        ...{ failToPass: ['t/test_a.py::f'], passToPass: ['t/test_a.py::p'] },
      },
    })),
  );
  for (const [at, one] of played.entries()) {
    const problem = problems[at] ?? '';
    await run.store.runs.beginAttempt({ run: run.id, problem, sample: 0 }, at);
    await finish(run, problem, one);
  }
  const record = await run.store.runs.run(run.id);
  if (record === null) throw new Error('the run is not there');
  return { run, record };
}

async function finish(run: SmallRun, problem: string, played: PlayedPatch): Promise<void> {
  const { patch, outcome, log, exit = 0, timedOut = false, dropped = [], cause } = played;
  if (cause !== undefined) {
    const result = { ...run.result([]), status: 'unscored' as const, cause };
    return run.finish(problem, { ...result, verdict: null, solved: false });
  }
  const trajectory = await run.store.blobs.put(
    JSON.stringify({
      ...{ end: 'submitted', tokens: 120 },
      steps: [{ reply: '```bash\nls\n```', command: 'ls', exit: 0, told: 'Output:\na.py' }],
    }),
  );
  const made = await run.node(problem, { code: patch, passes: true, trajectory });
  const node = patch === '' ? { ...made, program: null } : made;
  const stored = log === undefined ? null : officialLog({ log, exit, timedOut }, 1800);
  const facts = {
    ...{ applied: outcome?.detail === 'not-applied' ? null : 'git apply', dropped: [...dropped] },
    ...{
      resolution: 'no-result' as const,
      failToPass: [0, 1] as const,
      passToPass: [0, 1] as const,
    },
    log: stored === null ? null : await run.store.blobs.put(stored),
  };
  const graded: TestOutcome[] =
    outcome === null
      ? []
      : [
          {
            ...{ ...outcome, assurance: 'data', cpuMs: 1, timeSensitive: false },
            patch: { ...facts, failToPass: [0, 1], passToPass: [0, 1] },
          },
        ];
  const passed = outcome?.kind === 'passed';
  await run.finish(problem, {
    ...run.result([node]),
    graded: graded.map((one) => ({ program: node.program ?? '', outcome: one })),
    ...{ verdict: outcome?.kind ?? null, solved: passed },
  });
}
