import { partOf } from './part-of';
import { partsBelow } from './parts-below';
import { maxTreeDepth, maxTreeNodes } from './python-value';
import type { TreePart } from './python-value';

/** Why a value is no tree within the bounds; null: it is one. Without recursion, so that no depth of it can end the process. */
export function treeFault(value: unknown): string | null {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let seen = 1; ; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return null;
    if (seen > maxTreeNodes) return 'it has too many parts';
    if (next.depth > maxTreeDepth) return 'it is too deep';
    const below = belowOf(next.value);
    if (below === null) return 'part of it is no outcome';
    if (below.length > maxTreeNodes) return 'it has too many parts';
    for (const one of below) waiting.push({ value: one, depth: next.depth + 1 });
  }
}

function belowOf(value: unknown): readonly unknown[] | null {
  const part = partOf(value);
  return part === null ? null : partsBelow(part);
}

/** Whether any node of a sound tree is such. */
export function someTreePart(tree: unknown, wanted: (part: TreePart) => boolean): boolean {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const part = partOf(waiting.pop());
    if (part === null) continue;
    if (wanted(part)) return true;
    for (const one of partsBelow(part) ?? []) waiting.push(one);
  }
  return false;
}
