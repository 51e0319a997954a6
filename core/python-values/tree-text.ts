import { partOf } from './part-of';
import type { TreePart } from './python-value';
import { partsBelow } from './parts-below';

interface Open {
  readonly part: TreePart;
  readonly below: readonly unknown[];
  readonly texts: string[];
}

/** One text for trees equal in Python: sets and dicts in any order, 0.0 as -0.0. null: incomparable. Without recursion. */
export function treeText(tree: unknown): string | null {
  const open: Open[] = [];
  let value = tree;
  for (;;) {
    const part = partOf(value);
    // An iterator in a set is known by its identity, which two programs do not share.
    const isKnown = part !== null && part.kind !== 'opaque' && part.kind !== 'iterator';
    const below = isKnown ? partsBelow(part) : null;
    if (part === null || below === null) return null;
    open.push({ part, below, texts: [] });
    for (;;) {
      const last = open.at(-1);
      if (last === undefined) return null;
      if (last.texts.length < last.below.length) {
        value = last.below[last.texts.length];
        break;
      }
      const text = joined(last);
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) return text;
      outer.texts.push(text);
    }
  }
}

function joined({ part, texts }: Open): string {
  switch (part.kind) {
    case 'leaf':
      return `${part.tag}:${JSON.stringify(part.text)}`;
    case 'float':
      return `float:${part.text === '-0.0' ? '0.0' : part.text}`;
    case 'complex':
      return `complex:${part.parts.join(',')}`;
    case 'sequence':
      return `${part.tag}[${texts.join(',')}]`;
    case 'set':
      return `${part.tag}{${[...texts].sort().join(',')}}`;
    case 'dict':
      return `dict{${pairs(texts).sort().join(',')}}`;
    case 'object':
      return `object(${JSON.stringify(part.type)},${texts.join(',')})`;
    case 'array':
      return `array(${JSON.stringify([part.type, part.shape])},${texts.join(',')})`;
    case 'iterator':
    case 'opaque':
      throw new TypeError(`${part.kind} has no text`);
  }
}

function pairs(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [`${text}:${texts[at + 1] ?? ''}`] : []));
}
