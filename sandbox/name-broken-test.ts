import { UsageError } from '../core/errors/errors';
import { TestBrokenError } from './errors';

/**
 * A data set has hundreds of tests with alike entry points.
 * @throws UsageError (`TEST_BROKEN`) that begins with the name, and every other error of `check` as it is
 */
export async function nameBrokenTest<T>(name: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof TestBrokenError)) throw error;
    const { code, message, remedy } = error;
    throw new UsageError(`${name}: ${message}`, remedy, { code, cause: error });
  }
}
