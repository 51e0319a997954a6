import { checkAuthors, checkSource } from '../../core/patches/gold-and-no-op';
import { logVerdict } from '../../core/patches/swebench-verdict';
import { taskCheck } from '../../core/patches/task-check';
import type { CheckTry, TaskCheck } from '../../core/patches/task-check';
import { isOfKind } from '../../core/kinds/of-kind';
import type { RunRecord, Store } from '../../core/ports/records';
import { gradedPatches } from './predictions';
import type { GradedPatch } from './predictions';

/** What a check found of one task. */
export interface CheckedTask extends TaskCheck {
  readonly id: string;
}

/** Whether a run checks tasks. */
export function isTaskCheck({ config }: Pick<RunRecord, 'config'>): boolean {
  return isOfKind(config, 'evaluation') && config.evaluation.source === checkSource;
}

/** What a check found of each of its tasks, in data-set order. */
export async function checkedTasks(store: Store, run: RunRecord): Promise<readonly CheckedTask[]> {
  const tries = new Map<string, { gold: CheckTry[]; noOp: CheckTry[] }>();
  for (const id of run.config.problems) tries.set(id, { gold: [], noOp: [] });
  for await (const graded of gradedPatches(store, run)) {
    const of = tries.get(graded.problem.id);
    const list = graded.model === checkAuthors.gold ? of?.gold : of?.noOp;
    list?.push({
      outcome: graded.outcome,
      cause: graded.cause,
      tests: await testsOf(store, graded),
    });
  }
  return [...tries].map(([id, { gold, noOp }]) => ({ id, ...taskCheck(gold, noOp) }));
}

async function testsOf(
  { blobs }: Pick<Store, 'blobs'>,
  { hidden, outcome }: GradedPatch,
): Promise<CheckTry['tests']> {
  const sha256 = outcome?.patch?.log ?? null;
  if (sha256 === null || outcome?.kind === 'timed-out') return null;
  const { failToPass, passToPass, logParser: parser, evalType } = hidden;
  const log = await blobs.get(sha256);
  const verdict = logVerdict(
    log,
    { failToPass, passToPass },
    { parser, evalType, generation: '5' },
  );
  if (verdict.kind === 'no-result') return null;
  const { report } = verdict;
  const all = [report.failToPass, report.passToPass];
  return new Map([
    ...all.flatMap(({ success }) => success.map((test) => [test, true] as const)),
    ...all.flatMap(({ failure }) => failure.map((test) => [test, false] as const)),
  ]);
}
