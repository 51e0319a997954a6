import type { AttemptSummary } from '../../core/ports/work';
import type { ItemInput } from './item-input';
import { tellsItsEnd } from './tells-its-end';

/** Turns the workflow of any kind of work into an item of a run. */
export function asItem<Input extends ItemInput>(
  work: (input: Input) => Promise<AttemptSummary>,
): (input: Input) => Promise<AttemptSummary> {
  return tellsItsEnd(work, ({ setting }) => setting.run);
}
