import type { BankDescription } from '../schemas/run';

/** How often each name occurs. */
export type NameCounts = Readonly<Record<string, number>>;

/** What there is in a bank; the programs of a description are those that a Solver can draw. */
export interface BankStats extends BankDescription {
  readonly rows: number;
  /** Rows by the model, and the method, that they are of. */
  readonly models: NameCounts;
  readonly methods: NameCounts;
  /** Of all distinct programs, drawn or repaired, what their labels say. */
  readonly labels: { readonly right: number; readonly wrong: number; readonly unknown: number };
  readonly repairs: {
    readonly rows: number;
    /** Of those rows, the share whose program is another one than its parent; null: there are none. */
    readonly changing: number | null;
    /** Distinct programs that a repair is recorded of. */
    readonly parents: number;
    /** Distinct pairs of a wrong parent and a right repair, and the other way round. */
    readonly wrongToRight: number;
    readonly rightToWrong: number;
  };
}
