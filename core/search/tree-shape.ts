import { UsageError } from '../errors/errors';

export interface TreeShape {
  /** Most strategies (or plans), and most reflections per node. */
  readonly width: number;
  /** Deepest level; that of a node made from a strategy is 1. */
  readonly maxDepth: number;
}

export interface MethodShape {
  readonly usual: TreeShape;
  /** The variants of the paper, by name. */
  readonly variants: Readonly<Record<string, TreeShape>>;
  /** Its trees have one level, so no depth may be said. */
  readonly flat?: true;
}

export interface AskedShape {
  readonly width?: number | undefined;
  readonly depth?: number | undefined;
  readonly variant?: string | undefined;
}

/**
 * null: its trees have no shape. @throws UsageError (`BAD_FLAG`) naming a flag that the method does not have or an unknown
 * variant, and for a variant together with the flags that it replaces
 */
export function shapeOf(
  method: { readonly name: string; readonly shape: MethodShape | null },
  { width, depth, variant }: AskedShape,
): TreeShape | null {
  const { name, shape } = method;
  const said = Object.entries({ width, depth, variant }).find(([, value]) => value !== undefined);
  if (shape === null) {
    if (said === undefined) return null;
    throw badFlag(
      `--${said[0]} means nothing for --method ${name}`,
      'Leave it out, or choose another --method',
    );
  }
  const { usual } = shape;
  if (shape.flat === true && depth !== undefined) {
    throw badFlag(`--depth means nothing for --method ${name}`, 'Leave it out');
  }
  if (variant === undefined)
    return { width: width ?? usual.width, maxDepth: depth ?? usual.maxDepth };
  if (width !== undefined || depth !== undefined) {
    throw badFlag(
      `--variant ${variant} says width and depth already`,
      'Leave out either --variant, or --width and --depth',
    );
  }
  return variantOf(name, shape, variant);
}

function variantOf(method: string, { variants }: MethodShape, variant: string): TreeShape {
  const known = Object.keys(variants);
  const found = known.includes(variant) ? variants[variant] : undefined;
  if (found !== undefined) return found;
  throw badFlag(
    `--method ${method} has no --variant ${JSON.stringify(variant.slice(0, 100))}`,
    known.length === 0
      ? 'Say --width and --depth instead'
      : `Choose one of ${known.join(', ')}, or say --width and --depth`,
  );
}

function badFlag(problem: string, remedy: string): UsageError {
  return new UsageError(problem, remedy, { code: 'BAD_FLAG' });
}
