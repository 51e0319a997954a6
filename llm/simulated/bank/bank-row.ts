import { z } from 'zod';
import { sha256Of } from '../../sha256-of';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (a sha256)');

/** A line of a bank file as published. Further keys are left alone. */
export const BankLine = z
  .object({
    task_id: z.string().min(1),
    model: z.string().min(1),
    method: z.string().min(1),
    program: z.string().nullish(),
    /** Many programs in one row, each to be put after `prompt`. */
    completions: z.array(z.string()).nullish(),
    prompt: z.string().nullish(),
    /** The raw answer, where it was kept. */
    reply: z.string().nullish(),
    recorded_pass: z.boolean().nullish(),
    /** sha256 of the trimmed program that this one was made from. */
    parent: sha256Hex.nullish(),
    /** The recorded chain of repairs that this program is a step of. */
    chain: z.string().nullish(),
  })
  .superRefine((line, context) => {
    if (typeof line.program === 'string' || Array.isArray(line.completions)) return;
    context.addIssue({
      code: 'custom',
      path: ['program'],
      message: 'a row needs `program` (text) or `completions` (list of texts)',
    });
  });
export type BankLine = z.infer<typeof BankLine>;

export interface BankRow {
  readonly problem: string;
  readonly model: string;
  readonly method: string;
  readonly program: string;
  /** sha256 of the program without outer white space: programs that differ only there count as one. */
  readonly programHash: string;
  readonly reply: string | null;
  /** Whether it passed the hidden tests when it was recorded; null: nobody knows. */
  readonly label: boolean | null;
  /** Hash of the program it was made from, by a real model, in a real repair. */
  readonly parent: string | null;
  /** May be drawn by a Solver. */
  readonly drawable: boolean;
}

/** What a program is known by: the sha256 of its text without outer white space. */
export function programHashOf(program: string): string {
  return sha256Of(program.trim());
}

/** The programs of one line: one, or one per completion. */
export function rowsOf(line: BankLine): readonly BankRow[] {
  const parent = line.parent ?? null;
  const shared = {
    problem: line.task_id,
    model: line.model,
    method: line.method,
    label: line.recorded_pass ?? null,
    parent,
    drawable: parent === null && !isEndOfRepairs(line),
  };
  const single =
    typeof line.program === 'string' ? [{ program: line.program, reply: line.reply ?? null }] : [];
  const many = (line.completions ?? []).map((completion) => ({
    program: `${line.prompt ?? ''}${completion}`,
    reply: null,
  }));
  return [...single, ...many].map((row) => ({
    ...shared,
    ...row,
    programHash: programHashOf(row.program),
  }));
}

/** Rows of method `ldb` outside a chain are ends of repairs: drawn as first attempts they would flatter the Solver. */
function isEndOfRepairs(line: BankLine): boolean {
  return line.method === 'ldb' && (line.chain ?? null) === null;
}
