import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckTask } from '../../core/adapters/sandbox';
import type { BoxLimits } from '../../core/schemas/verdict';
import { laboratoryPython } from '../python-folder';

/** Room for anything small, whatever else the machine does. */
export const roomyLimits: BoxLimits = {
  cpuMs: 10_000,
  wallMs: 60_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 1 << 20,
  diskMb: 32,
};

export function trialText(name: string): string {
  return readFileSync(join(laboratoryPython, name), 'utf8');
}

/** Files of `laboratory/python/programs` that define `add`. */
export type Addition = 'adds' | 'subtracts' | 'adds_late' | 'misses_late' | 'never_adds';

/** A check of `add` with room. */
export function additionTask(addition: Addition, test: string): CheckTask {
  return {
    program: trialText(`programs/${addition}.py`),
    trustedSetup: '',
    entryPoint: 'add',
    tests: [test],
    limits: roomyLimits,
    seed: 0,
  };
}
