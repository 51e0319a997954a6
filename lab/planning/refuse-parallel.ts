import { UsageError } from '../../core/errors/errors';
import { independentMethodNames } from '../../core/search/methods';

/** Refuses parallel expansions (undefined: not given) that need results of earlier ones. @throws UsageError (`BAD_FLAG`) */
export function refuseParallel(method: string, parallel: number | undefined): void {
  if (parallel === undefined || parallel === 1 || independentMethodNames.includes(method)) return;
  throw new UsageError(
    `--parallel ${String(parallel)} means nothing for --method ${method}: each of its programs needs what came of those before it`,
    `Leave it out and raise --concurrency, or choose one of: ${independentMethodNames.join(', ')}`,
    { code: 'BAD_FLAG' },
  );
}
