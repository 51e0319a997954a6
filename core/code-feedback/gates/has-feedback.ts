import type { DatasetMethod } from '../../names/dataset-methods';
import { assertNever } from '../../values/assert-never';

/** Whether later user turns of a dialogue are about earlier answers. In the other methods each is a new question. */
export function hasFeedback(method: DatasetMethod): boolean {
  switch (method) {
    case 'simulate':
    case 'correct':
    case 'follow-up':
    case 'keep':
      return true;
    case 'pack':
    case 'similar':
      return false;
    default:
      return assertNever(method);
  }
}
