import { statusName } from '../../core/repository/funnel-counts';
import type { AttemptResult, BlobStore } from '../../core/ports/records';
import type { EnvironmentSums } from '../../core/ports/run-sums';
import type { EnvironmentOutcome } from '../../core/kinds/environment/schema';
import type { KindReport, OwnRow } from '../kind-report';
import type { LoadedAttempt } from '../load-attempts';
import { countText, plural } from '../../core/words/plural';
import { intervalText, rateText } from '../number-text';
import { terminalLine } from '../terminal-safe';
import { wilsonInterval } from '../../core/statistics/wilson-interval';
import type { EnvironmentConfig } from './load-repositories';
import { inputText, statusText } from './repository-lines';

/** What a row of a run's table says of its environments. */
function row(
  label: string,
  say: (config: EnvironmentConfig, sums: EnvironmentSums) => string | null,
): OwnRow<EnvironmentConfig> {
  return { label, value: (config, { sums }) => say(config, sums.environments) };
}

/** How its environments are built. */
const environmentSettingRows = [
  row('generators', ({ environment: { generators, maxRounds } }) =>
    generators
      .map((name) => (name === 'model' ? `model, ${plural(maxRounds, 'round')}` : name))
      .join('; '),
  ),
  row(
    'gates',
    ({ environment: { gates } }) =>
      `branches covered ${rateText(gates.coverage)}, changes noticed ${rateText(gates.mutation)}`,
  ),
  row(
    'filters left out',
    ({ environment: { disabledFilters } }) => disabledFilters.join(', ') || null,
  ),
  row('index until', ({ environment: { indexUntil } }) => indexUntil),
];

/** What they came to. */
const environmentFigureRows = [
  row('repositories', (_, { statuses }) => {
    const kinds = Object.entries(statuses).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return kinds.map(([kind, count]) => `${kind} ${countText(count)}`).join(', ') || null;
  }),
  row('definitions', (_, { definitions }) => countText(definitions)),
  row('candidates', (_, { candidates }) => countText(candidates)),
  row('accepted', (_, { accepted, candidates }) => {
    const share = candidates === 0 ? null : accepted / candidates;
    return `${countText(accepted)}, ${rateText(share)} of the candidates, 95 % interval ${intervalText(wilsonInterval(accepted, candidates))}`;
  }),
];

/** What tables and exports of runs say of one repository; its pages are `env show`. */
export const environmentReport: Partial<KindReport<'environment'>> = {
  settings: environmentSettingRows,
  figures: environmentFigureRows,
  headFacts: ({ outcome: { status, counts } }: AttemptResult<EnvironmentOutcome>) => [
    statusName(status),
    plural(counts.definitions, 'definition'),
    plural(counts.candidates, 'candidate'),
    `${countText(counts.accepted)} accepted`,
  ],
  lines: (
    _blobs: BlobStore,
    { run, attempt }: LoadedAttempt,
    { status, repository, environment },
  ) =>
    Promise.resolve(
      [
        ...(status === null ? [] : [`status: ${statusText(status)}`]),
        ...(repository === null
          ? []
          : [`source: ${inputText(repository.input)}`, `commit: ${repository.commit ?? 'none'}`]),
        `environment: ${environment ?? 'none'}`,
        `its functions: espalier env show ${run.id} ${attempt.problem}`,
      ].map(terminalLine),
    ),
};
