import type { DatasetProblem } from '../core/tasks/problem';

/** Hidden tests of a problem that cannot be run here, so that it is graded by the others alone. */
export interface LeftOutTests {
  readonly problem: string;
  /** Tests that expect more output than can be compared. */
  readonly leftOut: number;
  readonly kept: number;
}

export interface ReadProblem extends DatasetProblem {
  /** Absent: none is. */
  readonly leftOut?: LeftOutTests | undefined;
}

/** A row that cannot be used. It takes no other row with it. */
export interface RefusedRow {
  /** Empty: the row has none. */
  readonly id: string;
  /** File, line, field, and what is wrong. */
  readonly reason: string;
}

export interface DatasetFile {
  readonly name: string;
  /** In whose form its rows are. */
  readonly form: string;
  readonly rows: readonly DatasetProblem[];
  /** Rows that repeat an earlier one; they are left out. */
  readonly repeated: number;
  /** Of these problems some tests are missing. */
  readonly leftOut: readonly LeftOutTests[];
  /** Rows that cannot be used; they are left out. Absent: none. */
  readonly refused?: readonly RefusedRow[];
}
