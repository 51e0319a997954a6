import { statusName } from '../../repository/funnel-counts';
import { searchPrompts } from '../../agents/prompt-sets/prompts-sha256';
import { environmentPrompts } from '../../repository/prompts/prompts-sha256';
import type { KindRow } from '../work-row';

/** Environments that are built out of repositories. */
export const environmentRow: KindRow<'environment'> = {
  methods: ['build-environment'],
  byMethod: false,
  together: () => 1,
  steering: [],
  scored: false,
  models: () => [],
  methodText: ({ method }) => method,
  author: () => null,
  identity: (config) => config,
  counts: () => null,
  prompts: () => null,
  // The role `spec-solver` is asked with the prompts of the Solver of searches.
  promptsSha256: ({ environment: { docstrings, specSamples } }, sha256) =>
    docstrings && specSamples !== 0
      ? sha256(`${environmentPrompts} ${searchPrompts.default}`)
      : environmentPrompts,
  answer: () => null,
  programs: () => [],
  calls: () => [],
  texts: () => [],
  generated: () => 0,
  shownRuns: () => [],
  tabled: (outcome) => outcome,
  sums: ({ outcome: { status, counts } }) => {
    const { definitions, candidates, accepted } = counts;
    const statuses = { [statusName(status)]: 1 };
    return { environments: { statuses, definitions, candidates, accepted } };
  },
  budget: ({ environment }) => ({ most: environment.maxRounds, of: 'round' }),
  place: ({ request }) => request,
  // Its models write no programs.
  ordinal: () => 0,
};
