import { clipText } from '../../values/text-excerpt';
import type { TreeError } from '../../python-values/python-value';
import { placeWords } from './difference';
import type { Difference, Place } from './difference';
import type { ComparisonPolicy } from '../../python-values/comparison-policy';

/** In what two exceptions differ, or which trees decide it still: the arguments of a class of the package's own. */
export type ComparedErrors =
  | { readonly kind: 'differ'; readonly difference: Omit<Difference, 'case'> }
  | {
      readonly kind: 'same';
      readonly args: {
        readonly expected: unknown;
        readonly actual: unknown;
        readonly place: Place;
      } | null;
    };

/**
 * Exceptions are the same when their classes have one name, a standard class's or one of the package's own, and, by the
 * policy, their messages are, too. A subclass is another class: else a candidate could raise less than was asked. Of
 * classes of the package the arguments count as well, which a message may not show.
 */
export function compareErrorFacts(
  expected: TreeError,
  actual: TreeError,
  { messages }: ComparisonPolicy,
  place: Place,
): ComparedErrors {
  const words = { expected: errorWords(expected), actual: errorWords(actual) };
  const differ = (kind: 'value' | 'message'): ComparedErrors => ({
    kind: 'differ',
    difference: { kind, place: placeWords(place), ...words },
  });
  if (expected.type !== actual.type) return differ('value');
  if (messages === 'not-compared') return { kind: 'same', args: null };
  if (plainMessage(expected.message) !== plainMessage(actual.message)) return differ('message');
  if (isStandard(expected.type)) return { kind: 'same', args: null };
  if ((expected.args === undefined) !== (actual.args === undefined)) return differ('value');
  const args = { outer: place, step: ' arguments' };
  return expected.args === undefined
    ? { kind: 'same', args: null }
    : { kind: 'same', args: { expected: expected.args, actual: actual.args, place: args } };
}

/** `ValueError: too small`. */
export function errorWords({ type, message }: TreeError): string {
  const name = type.slice(type.indexOf(':') + 1);
  if (message === '') return name;
  const clipped = clipText(message, 300);
  const end = clipped.length < message.length ? '…' : '';
  return `${name}: ${clipped.replaceAll('\n', String.raw`\n`)}${end}`;
}

function plainMessage(message: string): string {
  return message
    .replace(/\b0x[0-9a-f]+\b/giu, '0x…')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isStandard(type: string): boolean {
  return type.startsWith('builtins:');
}
