import { z } from 'zod';

/** CR LF from another system would reach the interpreter, prompts and hashes otherwise. */
export const text = z.string().transform((value) => value.replaceAll('\r\n', '\n'));

export const filledText = text.refine((value) => value.trim() !== '', 'is empty');

/** Ids name workflows and appear in terminals: visible characters only. */
export const taskId = z
  .string()
  .regex(/^[^\s\p{C}]{1,200}$/u, 'expected 1 to 200 visible characters without white space');

/** An id that is a title: words with one blank between, `1575_A. Another Sorting Problem`. */
export const problemName = z
  .string()
  .regex(
    /^(?!.{201})[^\s\p{C}]+(?: [^\s\p{C}]+)*$/u,
    'expected 1 to 200 visible characters, with at most single blanks between them',
  );

/** Names that no function can have. */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const pythonName = z
  .string()
  .regex(/^[\p{L}_][\p{L}\p{N}_]{0,199}$/u, 'expected the name of a Python function')
  .refine((name) => !keywords.has(name), 'is a keyword of Python, which no function is called');

/** A program that solves the problem, where a row has one; a field of another form is no reference. */
export const reference = text.optional().catch(undefined);

/** An empty text is none, and a row without one says nothing of it. */
export function referenceMember(given: string | undefined): { readonly reference?: string } {
  return given === undefined || given.trim() === '' ? {} : { reference: given };
}
