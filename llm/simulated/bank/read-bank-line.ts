import { BankLine } from './bank-row';

/** A line as it was read, or what is wrong with it. */
export type ReadBankLine =
  | { readonly kind: 'line'; readonly line: BankLine }
  | {
      readonly kind: 'malformed';
      /** null: it is not JSON at all. */
      readonly field: string | null;
      readonly why: string;
      readonly cause: unknown;
    };

export function readBankLine(text: string): ReadBankLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const why = `not JSON (${cause instanceof Error ? cause.message : ''})`;
    return { kind: 'malformed', field: null, why, cause };
  }
  const parsed = BankLine.safeParse(value);
  if (parsed.success) return { kind: 'line', line: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'row' : issue.path.join('.');
  return { kind: 'malformed', field, why: issue?.message ?? 'invalid', cause: parsed.error };
}
