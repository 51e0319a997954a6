/** What an attempt is known by; a chat's is its id, with the problem `chat`. */
export interface AttemptKey {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
  /** As whose work it is written to: the generation of the run's work. Absent: nobody has begun to work on the run. */
  readonly generation?: string | null | undefined;
}
