import { samplesLabel } from './samples-label';
import { samplesTogether } from '../../evaluation/samples-together';
import type { WorkOnItem } from '../../ports/work';
import type { ItemRow, KindRow } from '../work-row';
import type { EvaluationOutcome } from './schema';

/** Outcome of a sample that was never graded. */
export const noEvaluation: EvaluationOutcome = { kind: 'evaluation', program: null };

export const evaluationItem: ItemRow<EvaluationOutcome> = {
  workflow: 'evaluateSamples',
  phase: 'grading',
  noOutcome: noEvaluation,
};

/** The activities of evaluations, beside those of every kind of work. They are safe to run twice. */
export interface EvaluationPorts {
  /** Builds the environment of a repository task, so that grading finds it. Where it cannot be built, grading says why. */
  readonly buildTask: (input: Parameters<WorkOnItem>[0]) => Promise<void>;
  /** Grades the samples of an item and records each. */
  readonly gradeSamples: WorkOnItem;
}

/** Grading of samples that a model wrote elsewhere (docs/evaluate.md). */
export const evaluationRow: KindRow<'evaluation'> = {
  methods: ['evaluate'],
  byMethod: false,
  // The tests of one patch take minutes. An item of its own shows progress and leaves the others to other machines.
  together: ({ dataset: { tasks } }) => (tasks === 'patch' ? 1 : samplesTogether),
  steering: [],
  scored: true,
  models: () => [],
  methodText: ({ method, evaluation: { sanitiser } }) =>
    sanitiser.name === 'none' ? method : `${method}, sanitised as ${sanitiser.name}`,
  author: ({ evaluation }) => ({ name: evaluation.source, label: samplesLabel(evaluation) }),
  identity: (config) => ({ ...config, evaluation: { ...config.evaluation, name: undefined } }),
  counts: ({ evaluation }) => evaluation.counts ?? null,
  prompts: () => null,
  promptsSha256: () => null,
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
