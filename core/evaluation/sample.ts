import type { SampleForm } from '../names/sample-forms';

/** A program that a model wrote for a problem, in a file or a folder of samples. */
export interface Sample {
  readonly problem: string;
  /** Its place among the samples of its problem, in the file's order, from 0. */
  readonly sample: number;
  readonly form: SampleForm;
  readonly text: string;
  /** The row as written, as JSON on one line. null: it has no row of its own (a folder of programs, a list). */
  readonly row: string | null;
}

/** A sample with its place in its file, from 0. Result files have this order, as the files of other tools do. */
export interface PlacedSample extends Sample {
  readonly place: number;
}
