import type { RunConfig } from '../core/schemas/run';
import { methods } from '../core/search/methods';
import type { TreeShape } from '../core/search/tree-shape';
import { isOfKind } from '../core/work/of-kind';

/**
 * The method of a run; of an evaluation with its sanitiser, where there is one: `evaluate, sanitised as evalplus`; of a tree with another shape than its method's usual one, with
 * that shape: `code-tree-bfs d2w4`.
 */
export function methodText(config: RunConfig): string {
  if (isOfKind(config, 'evaluation')) {
    const { name } = config.evaluation.sanitiser;
    return name === 'none' ? config.method : `${config.method}, sanitised as ${name}`;
  }
  if (config.kind !== 'search') return config.method;
  const shape = methods.get(config.method)?.shape ?? null;
  if (shape === null || isSame(shape.usual, config.search)) return config.method;
  const { width, maxDepth } = config.search;
  const variant = Object.entries(shape.variants).find(([, one]) => isSame(one, config.search));
  const said = variant?.[0] ?? `(depth ${String(maxDepth)}, width ${String(width)})`;
  return `${config.method} ${said}`;
}

function isSame(left: TreeShape, right: TreeShape): boolean {
  return left.width === right.width && left.maxDepth === right.maxDepth;
}
