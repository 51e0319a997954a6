import { z } from 'zod';

export const definitionKinds = ['function', 'method', 'static-method', 'class-method'] as const;

/** What a definition may touch beside its arguments. */
export const definitionEffects = [
  'fs',
  'net',
  'env',
  'clock',
  'random',
  'global-write',
  'subprocess',
  'input',
] as const;

const Count = z.int().nonnegative();
const Span = z.strictObject({ start: Count, end: Count });

const Parameter = z.object({
  name: z.string(),
  kind: z.enum(['positional-only', 'positional', 'keyword-only', 'var-positional', 'var-keyword']),
  annotation: z.string().nullable(),
  default: z.string().nullable(),
});

/** Facts of a box about one definition. Extra members are allowed, for later filters. Spans are bytes of the file. */
export const Definition = z.object({
  /** `<path>::<qualname>#<n>`; the host puts `<repository>@<commit>::` before it. */
  id: z.string().min(1),
  path: z.string().min(1),
  /** What it is imported from, and where that file lies below the project; null: it is not installed. */
  module: z.string().min(1).nullable(),
  projectPath: z.string().min(1).nullable(),
  qualname: z.string().min(1),
  name: z.string().min(1),
  n: z.int().positive(),
  kind: z.enum(definitionKinds),
  tags: z.array(z.string()),
  /** Decorators included. */
  span: Span,
  lines: z.object({ first: Count, last: Count }),
  definitionLine: Count,
  /** Behind the docstring. */
  bodySpan: Span,
  sourceHash: z.string().min(1),
  /** Without docstring, local names numbered: equal for copies. */
  astHash: z.string().min(1),
  signature: z.object({
    text: z.string(),
    parameters: z.array(Parameter),
    returns: z.string().nullable(),
  }),
  decorators: z.array(z.string()),
  docstring: z.string().nullable(),
  className: z.string().nullable(),
  bases: z.array(z.string()),
  facts: z.object({
    statements: Count,
    /** `return` statements that are direct children of the body, and those of them that give a constant. */
    directReturns: Count,
    constantReturns: Count,
    returns: Count,
    yields: Count,
    /** Unparsed, the docstring left out. */
    codeLines: Count,
    /** Lower case; what filters look words up in. */
    bodyTokens: z.array(z.string()),
    docstringTokens: z.array(z.string()),
    secondStatementUsesSelf: z.boolean(),
    thirdIsReturn: z.boolean(),
    effects: z.array(z.enum(definitionEffects)),
    /** Raw names. */
    callees: z.array(z.string()),
  }),
});
export type Definition = z.infer<typeof Definition>;
