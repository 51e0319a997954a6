import type { CheckTask } from '../../core/ports/sandbox';
import type { BoxLimits } from '../../core/schemas/verdict';

/** Room for anything small, whatever else the machine does. */
export const roomyLimits: BoxLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 1 << 20,
  diskMb: 32,
};

export const honestAddition = 'def add(a, b):\n    return a + b\n';
export const wrongAddition = 'def add(a, b):\n    return a - b\n';

/** A check of `add` with room. */
export function additionTask(program: string, test: string): CheckTask {
  return {
    program,
    trustedSetup: '',
    entryPoint: 'add',
    tests: [test],
    limits: roomyLimits,
    seed: 0,
  };
}
