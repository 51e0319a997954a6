/** A line of a bank that was built: one recorded program, and the one that it was made from. */
export interface BuiltLine {
  readonly task_id: string;
  readonly model: string;
  readonly method: string;
  /** Where it is from. */
  readonly source: string;
  /** The series of programs that it is a step of; steps count from 0. null: it is the end of one that is not known. */
  readonly chain: string | null;
  readonly step: number;
  /** sha256 of the parent without outer white space; null: made from nothing. */
  readonly parent: string | null;
  readonly program: string;
  /** Whether it passes the hidden tests; null: nobody has looked. */
  readonly recorded_pass: boolean | null;
}
