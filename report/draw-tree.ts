/** A tree of anything with an id and a parent's id. */
export interface TreeItem {
  readonly id: string;
  /** null: directly below the root. */
  readonly parent: string | null;
}

/** Draws a tree as text: children in order, each a block of lines. An item whose parent is missing is below the root. */
export function drawTree<Item extends TreeItem>(
  items: readonly Item[],
  blockOf: (item: Item) => readonly string[],
): readonly string[] {
  const known = new Set(items.map(({ id }) => id));
  const parentOf = ({ parent }: Item): string | null =>
    parent !== null && known.has(parent) ? parent : null;
  const below = (parent: string | null, indent: string): readonly string[] => {
    const children = items.filter((item) => parentOf(item) === parent);
    return children.flatMap((item, index) => {
      const last = index === children.length - 1;
      const inner = indent + (last ? '   ' : '│  ');
      const childLines = below(item.id, inner);
      const [head = '', ...rest] = blockOf(item);
      const bar = childLines.length > 0 ? '│  ' : '   ';
      return [
        `${indent}${last ? '└─ ' : '├─ '}${head}`.trimEnd(),
        ...rest.map((line) => `${inner}${bar}${line}`.trimEnd()),
        ...childLines,
      ];
    });
  };
  return below(null, '');
}
