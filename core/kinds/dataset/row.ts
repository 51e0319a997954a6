import { datasetPrompts } from '../../code-feedback/prompts/dataset-prompts';
import { rowsEnd } from '../../code-feedback/rows-at-once';
import { rowsTogether } from '../../code-feedback/rows-together';
import { noText } from '../no-text';
import type { KindRow } from '../work-row';

/** Dialogues for training, made of source rows (docs/making-data-sets.md). */
export const datasetRow: KindRow<'dataset'> = {
  methods: ['make-dataset'],
  byMethod: false,
  together: ({ build: { atOnce } }) => (atOnce === undefined ? 1 : rowsTogether),
  itemEnd: ({ build: { atOnce = [] } }, position) => rowsEnd(atOnce, position),
  steering: [],
  scored: false,
  models: ({ build: { recipe } }) =>
    // An embedding model refuses the chat completion that a model is checked with.
    [recipe.models.judge, recipe.models.weak, recipe.models.strong].filter(
      (name) => name !== undefined,
    ),
  methodText: ({ build: { recipe } }) => `recipe ${recipe.name}`,
  author: () => null,
  identity: (config) => ({ ...config, build: { ...config.build, atOnce: undefined } }),
  counts: () => null,
  prompts: () => null,
  promptsSha256: (_config, sha256) => sha256(datasetPrompts().join('\n')),
  answer: () => null,
  programs: () => [],
  calls: ({ steps }) =>
    steps.flatMap((step) => (step.kind === 'asked' ? step.calls.map((one) => one.identity) : [])),
  texts: ({ steps, dialogue }) => [
    ...steps.flatMap((step) => [
      ...(step.kind === 'asked' ? [step.reply.sha256] : [step.words.sha256]),
      ...(step.program === null ? [] : [step.program]),
    ]),
    ...(dialogue === null ? [] : [dialogue]),
  ],
  generated: ({ steps }) =>
    steps.filter((step) => step.kind === 'asked' && step.program !== null).length,
  shownRuns: () => [],
  tabled: (outcome) => ({
    ...outcome,
    steps: outcome.steps.map((step) =>
      step.kind === 'asked' ? { ...step, reply: noText, calls: [] } : { ...step, words: noText },
    ),
    findings: [],
  }),
  sums: ({ outcome: { end } }) => ({ rows: { [end ?? 'open']: 1 } }),
  budget: () => null,
  place: ({ step }) => `step ${String(step + 1)}`,
  ordinal: ({ step }) => step,
};
