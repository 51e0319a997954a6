import { statusName } from '../../core/repository/funnel-counts';
import type { Rate } from '../../core/metrics/harness-summary';
import { paperClasses } from '../../core/names/environment-reasons';
import { durationText } from '../duration';
import { countText, plural } from '../../core/words/plural';
import { intervalText, percentText, rateText } from '../number-text';
import { terminalLine } from '../terminal-safe';
import { fittingTable, textTable } from '../text-table';
import { costText } from './cost';
import type { FunnelDocument, FunnelPart } from './funnel-document';
import { paperFigures } from './paper-figures';

/** `env funnel RUN` as lines: repositories, stages of all, figures beside the paper's. @param columns of the terminal */
export function funnelLines(
  { run, status, imported, elapsedMs, repositories, all }: FunnelDocument,
  columns = Number.POSITIVE_INFINITY,
): readonly string[] {
  const took = elapsedMs === null ? '' : ` · ${durationText(elapsedMs)}`;
  return [
    terminalLine(`${run} · ${status} · ${repositoriesText(repositories.length)}${took}`),
    ...(imported ? ['imported: env build with --fresh NAME builds the same here'] : []),
    '',
    ...repositoryTable(repositories, all, columns),
    '',
    ...stageLines(all),
    '',
    ...(all.counts.candidates === 0
      ? [
          all.counts.notAsked === 0
            ? 'There are no figures: no function passes the filters.'
            : 'There are no figures: the run was asked for none of the functions that pass the filters.',
        ]
      : figureLines(all, columns)),
    '',
    `cost: ${costText(all.cost)}`,
    ...(all.repeatedSteps > 0
      ? [`repeated: ${plural(all.repeatedSteps, 'step')} that something had ended on the way`]
      : []),
    ...(all.overBudget > 0
      ? [
          `budget: spent before the model was asked all it would have been, for ${plural(all.overBudget, 'function')}`,
        ]
      : []),
  ];
}

function repositoriesText(count: number): string {
  return count === 1 ? '1 repository' : `${countText(count)} repositories`;
}

function repositoryTable(
  repositories: FunnelDocument['repositories'],
  all: FunnelPart,
  columns: number,
): readonly string[] {
  const head = 'repository,status,definitions,candidates,accepted,rejected,open,valid,cpu';
  const rows = repositories.map((one) => [
    terminalLine(one.id),
    statusName(one.status),
    ...countCells(one),
  ]);
  const sum = repositories.length > 1 ? [['all', '', ...countCells(all)]] : [];
  return fittingTable([head.split(','), ...rows, ...sum], columns);
}

function countCells({ counts, summary, cost }: FunnelPart): readonly string[] {
  const { definitions, candidates, accepted, waiting } = counts;
  const rejected = candidates - accepted - waiting;
  return [
    ...[definitions, candidates, accepted, rejected, waiting].map(countText),
    rateText(summary.validity.ofCandidates.share),
    durationText(cost.cpuMs),
  ];
}

/** Each stage is the one above it without what stands between them. */
function stageLines({ counts, filters }: FunnelPart): readonly string[] {
  const { definitions, notAsked, candidates, rejected, waiting, accepted } = counts;
  const taken = (label: string, count: number): readonly string[] => [
    `  ${label}`,
    `-${countText(count)}`,
  ];
  return textTable([
    ['definitions', countText(definitions)],
    ...filters.filter(({ left }) => left > 0).map(({ filter, left }) => taken(filter, left)),
    ...(notAsked > 0 ? [taken('not asked for', notAsked)] : []),
    ['candidates', countText(candidates)],
    ...Object.entries(rejected).map(([reason, count]) => taken(reason, count)),
    ...(waiting > 0 ? [taken('open', waiting)] : []),
    ['accepted', countText(accepted)],
  ]);
}

function figureLines({ counts, summary }: FunnelPart, columns: number): readonly string[] {
  const { validity, coverage, mutation, cases, above80, above90, full, classes } = summary;
  const classed = paperClasses.reduce((sum, name) => sum + classes[name], 0);
  const shareText = (count: number): string =>
    classed === 0 ? '-' : `${percentText(count / classed)} (${countText(count)})`;
  return [
    ...fittingTable(
      [
        ['', 'here', 'R2E'],
        ['valid, of candidates', rateLine(validity.ofCandidates), '-'],
        ['valid, of those that ran', rateLine(validity.ofRunnable), paperFigures.validity],
        ['branch coverage, mean', rateText(coverage), paperFigures.coverage],
        ['  above 0.8', countText(above80), '-'],
        ['  above 0.9', countText(above90), '-'],
        ['  all of it', countText(full), '-'],
        ['mutants noticed, mean', rateText(mutation), '-'],
        ['cases, mean', cases === null ? '-' : cases.toFixed(1), paperFigures.cases],
        ['invalid ones, by class', plural(classed, 'function'), ''],
        ...paperClasses.map((name) => [
          `  ${name}`,
          shareText(classes[name]),
          paperFigures.classes[name],
        ]),
        ['  other gates', countText(classes.other), '-'],
      ],
      columns,
    ),
    ...(counts.waiting > 0 ? ['', 'It goes on: rates count what is open as not valid.'] : []),
  ];
}

function rateLine({ count, of, share, interval }: Rate): string {
  return `${rateText(share)} ${intervalText(interval)} (${countText(count)} of ${countText(of)})`;
}
