import { quoteAsData } from '../../words/quote-as-data';
import { readReply } from '../../replies/read-reply';
import { clipText } from '../../values/text-excerpt';
import type { CapturedTypes } from './contradictions';
import type { Message } from '../../schemas/model';

const system = [
  'You make the docstring of a Python function precise enough that somebody who sees nothing else could write the function.',
  'Keep every detail that it has. Add what the code and the recorded calls make certain: what inputs mean, their types and ' +
    'forms, what is returned, which exceptions are raised and when, and how edges are treated.',
  'Describe behaviour, never how the code goes about it, and repeat no line of code.',
  'Use sections as Google does (Args, Returns or Yields, Raises). Examples are copied from the recorded calls, with their ' +
    'results as they stand there; make none up.',
  'Be short: nothing twice. Answer with one Python code block: the signature and the new docstring, with `...` as the body.',
].join('\n');

/** A call that was recorded, in words. */
export interface RecordedExample {
  readonly call: string;
  readonly outcome: string;
}

export interface RefinementSubject {
  /** The whole definition. */
  readonly definition: string;
  readonly signature: string;
  readonly captured: CapturedTypes;
  /** Of its harness. */
  readonly cases: string;
  /** In an order that the caller fixes, so that equal subjects have equal prompts. */
  readonly examples: readonly RecordedExample[];
}

/** UTF-16 code units. */
const shownOfCases = 4_000;

/** @param lacks faults of the last docstring. null: this is the first request */
export function docstringRequest(
  { definition, signature, captured, cases, examples }: RefinementSubject,
  lacks: { readonly docstring: string; readonly words: readonly string[] } | null,
): readonly Message[] {
  const calls = examples.map(({ call, outcome }) => `${call}\n    ${outcome}`).join('\n');
  const parts = [
    'The function:',
    quoteAsData(definition, 'python'),
    ...(calls === '' ? [] : ['Recorded calls, each with what came of it:', quoteAsData(calls)]),
    ...(cases === ''
      ? []
      : ['Its tests, in part:', quoteAsData(clipText(cases, shownOfCases), 'python')]),
    ...typeLines(captured),
    `Write the docstring of \`${signature}\`.`,
    ...(lacks === null
      ? []
      : [
          'The last one was:',
          quoteAsData(lacks.docstring),
          `It lacks:\n${lacks.words.map((word) => `- ${word}`).join('\n')}`,
        ]),
  ];
  return [
    { role: 'system', content: system },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

function typeLines({ arguments: given, returns, raises }: CapturedTypes): readonly string[] {
  const lines = [
    ...Object.entries(given).map(([name, types]) => `${name}: ${types.join(', ')}`),
    ...(returns.length === 0 ? [] : [`returned: ${returns.join(', ')}`]),
    ...(raises.length === 0 ? [] : [`raised: ${raises.map(([type = '']) => type).join(', ')}`]),
  ];
  return lines.length === 0 ? [] : ['Types in the recorded calls:', quoteAsData(lines.join('\n'))];
}

/** The last block that holds one; null: there is none. */
export function readDocstring(reply: string): string | null {
  const { blocks } = readReply(reply);
  const found = blocks.map(({ text }) => docstringOf(text)).filter((text) => text !== null);
  return found.at(-1) ?? null;
}

function docstringOf(text: string): string | null {
  const [, , inner = ''] = /:\s*\n?\s*[rR]?("""|''')([\s\S]*?)\1/u.exec(text) ?? [];
  return inner.trim() === '' ? null : dedented(inner);
}

function dedented(text: string): string {
  const [first = '', ...rest] = text.replace(/\s+$/u, '').split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(indent).trimEnd())].join('\n').trim();
}
