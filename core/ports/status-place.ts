/** Which of the statuses that one generation of a run's work tells this is. */
export interface StatusPlace {
  readonly generation: string | null;
  /** Counts up with every status that is told. */
  readonly place: number;
}
