/** Key of an attempt. A chat has its id, with the problem `chat`. */
export interface AttemptKey {
  readonly run: string;
  readonly problem: string;
  readonly sample: number;
  /** Run generation that writes to the attempt. Absent: no work on the run has begun. */
  readonly generation?: string | null | undefined;
}
