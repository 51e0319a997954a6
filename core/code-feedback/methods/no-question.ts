import type { DatasetMethod } from '../../names/dataset-methods';
import type { DatasetRole } from '../../names/roles';

/** A step asked a speaker whom its method does not have: a bug of ours. */
export function noQuestion(method: DatasetMethod, speaker: DatasetRole): never {
  throw new RangeError(`${method} has no ${speaker}`);
}
