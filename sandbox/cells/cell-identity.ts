import { createHash } from 'node:crypto';

import type { Hello } from '../guest/protocol';
import type { CellBackend } from './cell-backend';

/**
 * What a cell says of itself and verdicts depend on: its Python, its machine, what programs find loaded (and so
 * whether there is numpy), whether memory is bounded for a whole program or each of its processes, and whether the
 * kernel's kills for memory are counted. Every cell of a sandbox has to say the same.
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
