import type { CheckTask } from '../../core/adapters/sandbox';
import type { BoxLimits } from '../../core/schemas/verdict';

export const limits: BoxLimits = {
  cpuMs: 3_000,
  wallMs: 15_000,
  memoryMb: 256,
  processes: 16,
  outputBytes: 1 << 20,
  diskMb: 8,
};

/** A check of `program`, with the limits above unless told otherwise. */
export function task(
  program: string,
  tests: readonly string[],
  more: Partial<CheckTask> = {},
): CheckTask {
  return { program, tests, trustedSetup: '', entryPoint: 'add', limits, seed: 0, ...more };
}

export const addition = 'def add(a, b):\n    return a + b\n';
