import { createHash } from 'node:crypto';

import type { Hello } from '../guest/protocol';
import type { CellBackend } from './cell-backend';

/**
 * What verdicts depend on: Python, machine, what programs find loaded (so whether there is numpy), whether memory is bounded
 * for a program or each process, and whether memory kills are counted. Every cell of a sandbox has to say the same.
 */
export function cellIdentity(
  { memoryUnbounded }: Pick<CellBackend, 'memoryUnbounded'>,
  { python, machine, preload, isolation }: Hello,
): string {
  const loaded = createHash('sha256').update(JSON.stringify(preload)).digest('hex').slice(0, 16);
  return [
    `python ${python}`,
    machine,
    `preload ${loaded}`,
    memoryUnbounded === null ? 'memory of the tree' : 'memory of each process',
    isolation.countsOom ? 'memory kills counted' : 'memory kills not counted',
  ].join(', ');
}
