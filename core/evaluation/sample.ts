import type { SampleForm } from '../names/sample-forms';

/** A program that somebody's model wrote for a problem, as a file or a folder of samples has it. */
export interface Sample {
  /** As the data set names the problem. */
  readonly problem: string;
  /** Its place among the samples of its problem, in the file's order, from 0. */
  readonly sample: number;
  readonly form: SampleForm;
  readonly text: string;
  /** The row as it was written, JSON on one line; null: it has none of its own (a folder of programs, a list). */
  readonly row: string | null;
}

/** A sample with its place in its file, from 0: result files have them in that order, as their tools do. */
export interface PlacedSample extends Sample {
  readonly place: number;
}
