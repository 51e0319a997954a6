import type { PythonReader } from './python-reader';

/** A text as EvalPlus's `sanitize` takes it. */
export interface SanitiserText {
  readonly text: string;
  /** What is reached from it is kept; null: every definition is. */
  readonly entryPoint: string | null;
}

/** What sanitisers need from outside. */
export interface SanitiserPorts {
  readonly python: PythonReader;
  /**
   * What EvalPlus 0.3.1's `sanitize` makes of each text, in their order; null: it comes to no end with that one, which costs no
   * other its own. Throws what a sandbox throws.
   */
  readonly evalPlus: (texts: readonly SanitiserText[]) => Promise<readonly (string | null)[]>;
}
