import { clipText } from '../values/text-excerpt';
import { partOf } from './part-of';

const maxDepth = 6;
const maxItems = 20;
const maxTextChars = 300;

/** A tree as Python would show it, in at most `mostChars` characters: for people and models, never compared. */
export function treeWords(tree: unknown, mostChars = 1_000): string {
  const words = worded(tree, maxDepth);
  return words.length <= mostChars ? words : `${clipText(words, mostChars - 2)} …`;
}

function worded(tree: unknown, depth: number): string {
  if (depth === 0) return '…';
  const part = partOf(tree);
  if (part === null) return '<no outcome>';
  const inner = (items: readonly unknown[]): string =>
    [
      ...items.slice(0, maxItems).map((item) => worded(item, depth - 1)),
      ...(items.length > maxItems ? [`… ${String(items.length - maxItems)} more`] : []),
    ].join(', ');
  switch (part.kind) {
    case 'leaf':
      return leafWords(part.tag, part.text);
    case 'float':
      return /^-?(?:inf|nan)$/.test(part.text) ? `float('${part.text}')` : part.text;
    case 'complex':
      return `complex(${part.parts.join(', ')})`;
    case 'sequence': {
      if (part.tag === 'list') return `[${inner(part.items)}]`;
      if (part.tag !== 'tuple') return `<${part.tag} of ${inner(part.items)}>`;
      return part.items.length === 1 ? `(${inner(part.items)},)` : `(${inner(part.items)})`;
    }
    case 'set': {
      if (part.tag === 'frozenset') return `frozenset({${inner(part.items)}})`;
      return part.items.length === 0 ? 'set()' : `{${inner(part.items)}}`;
    }
    case 'dict': {
      const shown = part.entries.slice(0, maxItems);
      const more = part.entries.length - shown.length;
      const words = shown.map(
        ([key, value]) => `${worded(key, depth - 1)}: ${worded(value, depth - 1)}`,
      );
      return `{${[...words, ...(more > 0 ? [`… ${String(more)} more`] : [])].join(', ')}}`;
    }
    case 'object':
      return `<${nameOf(part.type)} ${worded(part.state, depth - 1)}>`;
    case 'iterator':
      return `<iterator of ${inner(part.items)}${part.more ? ', …' : ''}>`;
    case 'array':
      return `array(${worded(part.data, depth - 1)}, dtype=${part.type})`;
    case 'opaque':
      return `<${nameOf(part.type)}>`;
  }
}

function leafWords(tag: string, text: string): string {
  switch (tag) {
    case 'none':
      return 'None';
    case 'bool':
      return text === 'true' ? 'True' : 'False';
    case 'int':
      return clipText(text, maxTextChars);
    case 'str':
      return quoted(text);
    case 'bytes':
      return `<bytes in base64: ${clipText(text, maxTextChars)}>`;
    case 'enum':
    case 'named':
      return nameOf(text);
    case 'up':
      return '<itself>';
    default:
      return `<${tag}>`;
  }
}

function quoted(text: string): string {
  const inner = clipText(text, maxTextChars)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n');
  return text.length > maxTextChars ? `'${inner}…'` : `'${inner}'`;
}

/** `module:Class` without the module, which says nothing to a reader. */
function nameOf(type: string): string {
  return type.slice(type.indexOf(':') + 1);
}
