import { samplesTogether } from '../../evaluation/samples-together';
import type { RunConfig } from '../../schemas/run';
import type { OfKind } from '../../work/of-kind';
import type { KindFigures, KindRow } from '../work-row';
import type { EvaluationOutcome } from './schema';

type EvaluationConfig = OfKind<RunConfig, 'evaluation'>;

/** Outcome of a sample that was never graded. */
export const noEvaluation: EvaluationOutcome = { kind: 'evaluation', program: null };

/** Grading of samples that somebody else's model wrote (docs/evaluate.md). */
export const evaluationRow: KindRow<EvaluationConfig, EvaluationOutcome> = {
  methods: ['evaluate'],
  workflow: 'evaluateSamples',
  phase: 'grading',
  byMethod: false,
  together: samplesTogether,
  scored: true,
  steering: [],
  noOutcome: noEvaluation,
  options: [],
  models: () => [],
  // `evaluate` plans its runs (lab/evaluation).
  settings: () => ({}),
  promptsSha256: () => null,
};

export const evaluationFigures: KindFigures<EvaluationConfig, EvaluationOutcome, never> = {
  answer: ({ program }) => program,
  programs: programsOf,
  calls: () => [],
  texts: programsOf,
  generated: () => 0,
  shownRuns: () => [],
  tabled: (outcome) => outcome,
  sums: () => ({}),
  budget: () => null,
  place: () => '',
  ordinal: () => 0,
};

function programsOf({ program }: EvaluationOutcome): readonly string[] {
  return program === null ? [] : [program];
}
