import { errorOf } from './part-of';
import type { TreeError, TreePart } from './python-value';

const noError: Partial<TreeError> = {};

/** The trees inside a node, in their order; null: something in it is none. */
export function partsBelow(part: TreePart): readonly unknown[] | null {
  switch (part.kind) {
    case 'sequence':
    case 'set':
      return part.items;
    case 'dict':
      return part.entries.flat();
    case 'object':
      return [part.state];
    case 'array':
      return [part.data];
    case 'iterator': {
      const error = part.raises === undefined ? noError : errorOf(part.raises);
      if (error === null) return null;
      const ends = [part.returns, error.args].filter((tree) => tree !== undefined);
      return [...part.items, ...ends];
    }
    case 'leaf':
    case 'float':
    case 'complex':
    case 'opaque':
      return [];
  }
}
