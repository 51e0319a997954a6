import type { Sample } from '../../core/evaluation/sample';

/** A sample before it is known which problem of the data set it is for. */
export interface WrittenSample extends Pick<Sample, 'form' | 'text' | 'row'> {
  /** Names that may be the problem's, the likeliest first. */
  readonly names: readonly [string, ...string[]];
}
