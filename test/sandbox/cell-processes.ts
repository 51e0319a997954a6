import { eventually } from '../../laboratory/home/eventually';
import { childrenOf } from '../../processes/process-table';
import type { CellSandbox } from '../../sandbox';

/** The process of bubblewrap, the protocol process that it started, the outer process, and the process that forks boxes. */
export function chainOf(sandbox: CellSandbox): readonly number[] {
  const place = sandbox.cells[0]?.place;
  if (place?.kind !== 'process') return [];
  const chain = [place.pid];
  for (let next = childrenOf(place.pid)[0]; next !== undefined; next = childrenOf(next)[0]) {
    chain.push(next);
  }
  return chain;
}

/** The four processes of a cell that runs a program just now, then the boxes of the tests and of the program. */
export function whileRunning(sandbox: CellSandbox): Promise<readonly number[]> {
  return eventually('a running program', () => {
    const chain = chainOf(sandbox).slice(0, 4);
    const boxes = childrenOf(chain[3] ?? Number.NaN);
    return boxes.length === 2 && [...chain, ...boxes];
  });
}
