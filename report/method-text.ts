import { workRow } from '../core/kinds/kinds';
import type { RunConfig } from '../core/schemas/run';

/** The method of a run as its kind names it: `code-tree-bfs d2w4`, `evaluate, sanitised as evalplus`. */
export function methodText(config: RunConfig): string {
  return workRow(config.kind).methodText(config);
}
