import type { AnswerRule } from '../names/answer-rules';

/** One configuration of a method, to be simulated at every seed. */
export interface GridPoint {
  readonly method: string;
  /** Generated programs per problem. */
  readonly budget: number;
  /** null: the method's own. */
  readonly width: number | null;
  /** null: the method's own. */
  readonly maxDepth: number | null;
  /** P(the critic's verification agrees with the label). */
  readonly criticAccuracy: number;
  /** Absent: `best`. */
  readonly answer?: AnswerRule;
}

/** What a grid point came to at one seed, over all problems. */
export interface GridPointTally {
  readonly seed: number;
  /** Problems whose answer passes the hidden tests. */
  readonly solved: number;
  readonly problems: number;
  /** Generated programs. */
  readonly programs: number;
  /** Questions that agents were asked. */
  readonly questions: number;
  /** Programs that pass the visible tests and that the critic was asked about. */
  readonly verifications: number;
}

/** Every combination that a simulation goes through, each list in its order. */
export interface SimulationGrid {
  readonly methods: readonly string[];
  readonly budgets: readonly number[];
  /** null: each method's own. */
  readonly widths: readonly (number | null)[];
  readonly depths: readonly (number | null)[];
  readonly criticAccuracies: readonly number[];
  /** By method; absent, and of methods that are not there: `best`. */
  readonly answers?: Readonly<Record<string, AnswerRule>> | undefined;
}

export function gridPointsOf(grid: SimulationGrid): readonly GridPoint[] {
  const { methods, budgets, widths, depths, criticAccuracies, answers = {} } = grid;
  return methods.flatMap((method) =>
    budgets.flatMap((budget) =>
      widths.flatMap((width) =>
        depths.flatMap((maxDepth) =>
          criticAccuracies.map((criticAccuracy): GridPoint => ({
            method,
            budget,
            width,
            maxDepth,
            criticAccuracy,
            ...(answers[method] === undefined ? {} : { answer: answers[method] }),
          })),
        ),
      ),
    ),
  );
}
