import { statusName } from '../../repository/funnel-counts';
import { environmentPrompts } from '../../repository/prompts/prompts-sha256';
import type { CallPurpose, RunConfig } from '../../schemas/run';
import type { OfKind } from '../../work/of-kind';
import type { KindFigures, KindRow } from '../work-row';
import { noEnvironment } from './outcome';
import type { EnvironmentOutcome } from './schema';

type EnvironmentConfig = OfKind<RunConfig, 'environment'>;

/** Environments that are built out of repositories. */
export const environmentRow: KindRow<EnvironmentConfig, EnvironmentOutcome> = {
  methods: ['build-environment'],
  workflow: 'buildEnvironment',
  phase: 'building',
  byMethod: false,
  together: 1,
  scored: false,
  steering: [],
  noOutcome: noEnvironment,
  options: [],
  models: () => [],
  // `env build` plans its runs (lab/environments).
  settings: () => ({}),
  promptsSha256: () => environmentPrompts,
};

export const environmentFigures: KindFigures<
  EnvironmentConfig,
  EnvironmentOutcome,
  OfKind<CallPurpose, 'environment'>
> = {
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
