import { UsageError } from '../../core/errors/errors';
import { independentMethodNames } from '../../core/search/methods';

/**
 * @param parallel expansions at a time; undefined: nothing was said
 * @throws UsageError (`BAD_FLAG`) for several at a time of a method in which each needs what came of those before it
 */
export function refuseParallel(method: string, parallel: number | undefined): void {
  if (parallel === undefined || parallel === 1 || independentMethodNames.includes(method)) return;
  throw new UsageError(
    `--parallel ${String(parallel)} means nothing for --method ${method}: each of its programs needs what came of those before it`,
    `Leave it out and raise --concurrency, or choose one of: ${independentMethodNames.join(', ')}`,
    { code: 'BAD_FLAG' },
  );
}
