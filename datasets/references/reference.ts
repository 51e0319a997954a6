/**
 * A published problem with its reference solution: for trying the sandbox, never for a search. Nothing of it is stored
 * or put in front of a model.
 */
export interface ReferenceProblem {
  readonly id: string;
  readonly entryPoint: string;
  /** Put before a program, with a newline between; empty: nothing. */
  readonly preamble: string;
  /** What stands after the preamble and solves the problem. */
  readonly solution: string;
  readonly check: ReferenceCheck;
}

/** `test`: Python that calls the entry point. `row`: a published JSON line with inputs, as text, for a checker to read. */
export type ReferenceCheck =
  { readonly kind: 'test'; readonly test: string } | { readonly kind: 'row'; readonly row: string };
