import type { VerdictKind } from '../schemas/verdict';
import type { TextRef } from '../schemas/text';

/** A program that a reply came to, and what running it said. */
export interface KnownProgram {
  /** sha256 of its text. */
  readonly program: string;
  readonly visible: {
    /** `passed` when all passed, else the kind of the first that did not. */
    readonly kind: VerdictKind;
    readonly passed: number;
    /** At least 1. */
    readonly total: number;
  };
  /** What the hidden tests said. */
  readonly hidden: VerdictKind;
}

/** What the agents of one attempt say, and what running their programs comes to: nobody is asked, nothing is run. */
export interface AttemptWorld {
  /** null: the reply holds no program. `parent`: sha256 of the program to repair; null: a Solver is asked. */
  readonly program: (ordinal: number, parent: string | null) => KnownProgram | null;
  /** The critic's word on a program that passes the visible tests. */
  readonly accepts: (program: string) => boolean;
  /** The critic's marks, 0 to 5, for a program that fails them. */
  readonly marks: (program: string) => number;
  /** Others than the so many that were named before. */
  readonly strategies: (atMost: number, earlier: number) => readonly TextRef[];
  readonly reflections: (atMost: number) => readonly TextRef[];
  /** Similar problems, each with its plan. */
  readonly examples: (atMost: number) => readonly TextRef[];
  /** Of a reply without a program: how many visible tests it did not pass, at least 1. */
  readonly visibleTests: number;
}
