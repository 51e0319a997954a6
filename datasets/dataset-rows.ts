import type { DatasetProblem } from '../core/schemas/problem';

export interface DatasetFile {
  readonly name: string;
  /** In whose form its rows are. */
  readonly form: string;
  readonly rows: readonly DatasetProblem[];
  /** Rows that repeat an earlier one; they are left out. */
  readonly repeated: number;
}
