/** For trying the sandbox, never for a search. Nothing of it is stored or put in front of a model. */
export interface ReferenceProblem {
  readonly id: string;
  readonly entryPoint: string;
  /** Put before a program, with a newline between; empty: nothing. */
  readonly preamble: string;
  /** What stands after the preamble and solves the problem. */
  readonly solution: string;
  readonly check: ReferenceCheck;
}

/** Python that calls the entry point. `cases`: on up to a thousand inputs, each of which the reference is run on as well. */
export interface ReferenceCheck {
  readonly kind: 'test' | 'cases';
  readonly test: string;
}
