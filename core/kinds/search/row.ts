import { usualPrompts } from '../../agents/prompt-sets/prompt-choice';
import { searchPrompts } from '../../agents/prompt-sets/prompts-sha256';
import type { RunConfig } from '../../schemas/run';
import { methodNamed, searchMethodNames } from '../../search/methods';
import { shapeOf } from '../../search/tree-shape';
import type { OfKind } from '../../work/of-kind';
import { said } from '../said';
import type { KindRow } from '../work-row';
import { noOutcome } from './outcome';
import type { SearchOutcome } from './schema';

/** Step machines over a tree of programs. */
export const searchRow: KindRow<OfKind<RunConfig, 'search'>, SearchOutcome> = {
  methods: searchMethodNames,
  workflow: 'solveProblem',
  phase: 'searching',
  byMethod: true,
  together: 1,
  scored: true,
  steering: ['strategy', 'abort', 'accept'],
  noOutcome,
  options: [
    'budget',
    'width',
    'depth',
    'variant',
    'thinkerModel',
    'criticModel',
    'criticAccuracy',
    'prompts',
    'shownProgram',
    'answer',
    'preset',
  ],
  models: ({ model: { thinkerModel, criticModel } }) =>
    [thinkerModel, criticModel].filter((name) => name !== undefined),
  settings: ({ budget, prompts, shownProgram, answer, ...shape }, method) => ({
    ...said({ budget }),
    search: {
      ...shapeOf(methodNamed(method), shape),
      ...said({ answer: answer === 'best' ? undefined : answer }),
    },
    prompts: { ...usualPrompts, ...said({ set: prompts, program: shownProgram }) },
  }),
  promptsSha256: ({ prompts }) => searchPrompts[prompts.set],
};
