import type { WholeRun } from '../load-run';
import { runDocument } from '../run-document';
import type { RunDocument } from '../run-document';
import { studyOf } from './study';
import type { Study } from './study';

/** What a sweep came to: each run as `run show --json` has it, and the tables of `report`. */
export type SweepDocument = Study & { readonly runs: readonly RunDocument[] };

export function sweepDocument(runs: readonly WholeRun[]): SweepDocument {
  return { runs: runs.map(runDocument), ...studyOf(runs) };
}
