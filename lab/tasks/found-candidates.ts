import type { TaskCandidate } from '../../core/schemas/task-candidate';

/** What a source of tasks has, before anything of it is measured. */
export interface FoundCandidates {
  /** Of the repository or run, for pages. */
  readonly name: string;
  readonly candidates: readonly TaskCandidate[];
  /** Number of commits or functions that are not candidates, by reason. */
  readonly passedOver: Readonly<Record<string, number>>;
}
