import { UsageError } from '../core/errors/errors';
import { TestBrokenError } from './errors';

/**
 * Says of a broken test which program it belongs to: a data set has hundreds, and their entry points are
 * often alike.
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
