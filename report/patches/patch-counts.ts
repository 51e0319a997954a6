import { environmentCause } from '../../core/patches/task-environment-error';
import type { RunRecord, Store } from '../../core/ports/records';
import { gradedPatches } from './predictions';
import type { GradedPatch } from './predictions';

/** What became of the patches of a run, each counted once. */
export interface PatchCounts {
  readonly resolved: number;
  readonly unresolved: number;
  readonly notApplied: number;
  readonly timedOut: number;
  readonly tampered: number;
  readonly empty: number;
  readonly unscored: number;
  /** Of patches without a verdict: how many for each status. */
  readonly causes: Readonly<Record<string, number>>;
}

type Count = Exclude<keyof PatchCounts, 'causes'>;

export async function patchCounts(store: Store, run: RunRecord): Promise<PatchCounts> {
  const counts = {
    ...{ resolved: 0, unresolved: 0, notApplied: 0, timedOut: 0 },
    ...{ tampered: 0, empty: 0, unscored: 0 },
  };
  const causes: Record<string, number> = {};
  for await (const graded of gradedPatches(store, run)) {
    counts[countOf(graded)] += 1;
    if (graded.cause === null) continue;
    const cause = causeOf(graded.cause);
    causes[cause] = (causes[cause] ?? 0) + 1;
  }
  return { ...counts, causes };
}

function countOf({ patch, outcome, cause }: GradedPatch): Count {
  if (cause !== null) return 'unscored';
  if (outcome === null) return patch.trim() === '' ? 'empty' : 'unscored';
  if (outcome.kind === 'passed') return 'resolved';
  if (outcome.kind === 'timed-out') return 'timedOut';
  if (outcome.detail === 'not-applied') return 'notApplied';
  return outcome.detail === 'tampering' ? 'tampered' : 'unresolved';
}

/** A status of an environment without the rest, so that equal ones are counted together; of `needs-python` with the version. */
function causeOf(cause: string): string {
  const known = environmentCause(cause);
  if (known === null) return cause.slice(0, 200);
  const { status, why } = known;
  return status === 'needs-python' ? `${status} ${why.split(/[\s:]/, 1)[0] ?? ''}` : status;
}
