import type { TreeError, TreePart } from './python-value';

const surrogate = /\p{Surrogate}/u;
const floatText = /^(?:nan|-?inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const bigIntText = /^-?[1-9]\d{15,}$/;
const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;

type Json = Readonly<Record<string, unknown>>;

/** A node of a tree; null: it is none. Takes any value, and looks no deeper than needed. */
export function partOf(value: unknown): TreePart | null {
  if (value === null) return leaf('none', '');
  if (typeof value === 'boolean') return leaf('bool', String(value));
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? leaf('int', String(value)) : null;
  }
  if (typeof value === 'string') return isText(value) ? leaf('str', value) : null;
  if (Array.isArray(value)) return { kind: 'sequence', tag: 'list', items: value };
  return isObject(value) ? taggedPart(value) : null;
}

function taggedPart(value: Json): TreePart | null {
  const [tag, ...others] = Object.keys(value);
  if (tag === undefined || others.length > 0) return null;
  const read = tags[tag];
  return read === undefined ? null : read(value[tag]);
}

const tags: Readonly<Record<string, (content: unknown) => TreePart | null>> = {
  __proto__: null as never,
  i: (content) => textLeaf('int', content, bigIntText),
  b: (content) => textLeaf('bytes', content, base64Text),
  e: (content) => textLeaf('enum', content),
  y: (content) => textLeaf('named', content),
  f: (content) => (isFloat(content) ? { kind: 'float', text: content } : null),
  c: (content) => {
    const [real, imaginary] = pairOf(content) ?? [];
    return isFloat(real) && isFloat(imaginary)
      ? { kind: 'complex', parts: [real, imaginary] }
      : null;
  },
  t: (content) =>
    Array.isArray(content) ? { kind: 'sequence', tag: 'tuple', items: content } : null,
  s: (content) => (Array.isArray(content) ? { kind: 'set', tag: 'set', items: content } : null),
  fs: (content) =>
    Array.isArray(content) ? { kind: 'set', tag: 'frozenset', items: content } : null,
  d: (content) => {
    if (!Array.isArray(content)) return null;
    const entries = content.map(pairOf);
    return entries.every((entry) => entry !== null) ? { kind: 'dict', entries } : null;
  },
  o: (content) => {
    const pair = pairOf(content);
    return pair !== null && isText(pair[0])
      ? { kind: 'object', type: pair[0], state: pair[1] }
      : null;
  },
  fn: callablePart,
  digest: (content) => {
    const facts: readonly unknown[] = Array.isArray(content) ? content : [];
    const isFlat = facts.every((one) => isText(one) || Number.isSafeInteger(one));
    return isFlat && facts.length === 3 ? leaf('digest', JSON.stringify(facts)) : null;
  },
  up: (content) =>
    Number.isSafeInteger(content) && (content as number) > 0 ? leaf('up', String(content)) : null,
  it: iteratorPart,
  np: (content) => {
    if (!Array.isArray(content) || content.length !== 3) return null;
    const [type, shape, data] = content as readonly unknown[];
    if (!isText(type) || !Array.isArray(shape) || !shape.every(Number.isSafeInteger)) return null;
    return { kind: 'array', type, shape: shape.join(','), data };
  },
  opaque: (content) => (isText(content) ? { kind: 'opaque', type: content } : null),
};

function callablePart(content: unknown): TreePart | null {
  const [tag, ...others] = isObject(content) ? Object.keys(content) : [];
  // `harness`: a function that a case has made, and gave or got back.
  if ((tag !== 'method' && tag !== 'partial' && tag !== 'harness') || others.length > 0)
    return null;
  const items = (content as Json)[tag];
  return Array.isArray(items) ? { kind: 'sequence', tag, items } : null;
}

function iteratorPart(content: unknown): TreePart | null {
  if (!isObject(content)) return null;
  const { items, more, raises, returns, ...others } = content;
  if (!Array.isArray(items) || typeof more !== 'boolean') return null;
  if (Object.keys(others).length > 0) return null;
  return { kind: 'iterator', items, more, raises, returns };
}

/** null: it is none. `args` is not looked into. */
export function errorOf(value: unknown): TreeError | null {
  if (!isObject(value)) return null;
  const { type, bases, message, args, ...others } = value;
  if (!isText(type) || !isText(message) || Object.keys(others).length > 0) return null;
  if (!Array.isArray(bases) || !bases.every(isText)) return null;
  return { type, bases, message, ...(args === undefined ? {} : { args: args as never }) };
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && !surrogate.test(value);
}

function isFloat(value: unknown): value is string {
  return typeof value === 'string' && floatText.test(value);
}

function pairOf(value: unknown): readonly [unknown, unknown] | null {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : null;
}

function textLeaf(tag: string, content: unknown, form?: RegExp): TreePart | null {
  return isText(content) && (form?.test(content) ?? true) ? leaf(tag, content) : null;
}

function leaf(tag: string, text: string): TreePart {
  return { kind: 'leaf', tag, text };
}
