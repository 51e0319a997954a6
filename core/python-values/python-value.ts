import type { JsonValue } from '../values/canonical-json';

/** A Python outcome as JSON: plain values, other values as objects with one member. Only `partOf` knows the form. */
export type Tree = JsonValue;

/** One node of a tree. Members that are trees themselves are not looked into. */
export type TreePart =
  /** Equal when tag and text are. */
  | { readonly kind: 'leaf'; readonly tag: string; readonly text: string }
  | { readonly kind: 'float'; readonly text: string }
  | { readonly kind: 'complex'; readonly parts: readonly [string, string] }
  | { readonly kind: 'sequence'; readonly tag: SequenceTag; readonly items: TreeItems }
  | { readonly kind: 'set'; readonly tag: 'set' | 'frozenset'; readonly items: TreeItems }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [unknown, unknown])[] }
  | { readonly kind: 'object'; readonly type: string; readonly state: unknown }
  | {
      readonly kind: 'iterator';
      readonly items: TreeItems;
      readonly more: boolean;
      /** What ended it, where it did not simply end. */
      readonly raises: unknown;
      /** What a generator returned. */
      readonly returns: unknown;
    }
  | {
      readonly kind: 'array';
      readonly type: string;
      readonly shape: string;
      readonly data: unknown;
    }
  | { readonly kind: 'opaque'; readonly type: string };

/** A method is its function and its object; a partial one its function, arguments and keywords; one that a case has made its name, code and what it holds. */
type SequenceTag = 'list' | 'tuple' | 'method' | 'partial' | 'harness';
type TreeItems = readonly unknown[];

/** An exception, as far as outcomes of two programs can be compared. */
export interface TreeError {
  /** `module:qualname`. */
  readonly type: string;
  /** Standard classes that it derives from. */
  readonly bases: readonly string[];
  /** Without addresses. */
  readonly message: string;
  readonly args?: Tree;
}

/** Deeper trees, or ones of more nodes, are no outcomes: an encoder bounds what it tells far below. */
export const maxTreeDepth = 10_000;
export const maxTreeNodes = 1_000_000;
