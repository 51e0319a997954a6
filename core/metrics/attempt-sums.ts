import { hasSuites } from '../kinds/suites';
import { workRow } from '../kinds/kinds';
import type { AttemptDigest, AttemptRecord, AttemptResult } from '../ports/records';
import type {
  AttemptSums,
  EnvironmentSums,
  UnfinishedAttempt,
  UnfinishedWord,
} from '../ports/run-sums';
import { noDialogues } from '../kinds/dialogue/summary';
import { cellSums, noCells } from './fresh-cells';
import { placeOf } from './placed';
import { levelSums, noLevels } from './problem-levels';
import { codedVerdict } from './verdict-path';

const noEnvironments: EnvironmentSums = {
  statuses: {},
  definitions: 0,
  candidates: 0,
  accepted: 0,
};

export const noAttempts: AttemptSums = {
  statuses: {},
  verdicts: [],
  suites: 0,
  programs: 0,
  several: 0,
  speculative: 0,
  steered: 0,
  neutralValues: {},
  reasons: {},
  timeSensitive: [],
  running: [],
  unfinished: [],
  levels: noLevels,
  cells: noCells,
  dialogues: noDialogues,
  environments: noEnvironments,
  tasks: {},
  rows: {},
};

export function attemptSums({
  attempt,
  failure,
}: Pick<AttemptDigest, 'attempt' | 'failure'>): AttemptSums {
  const { status, result } = attempt;
  const verdict = codedVerdict(attempt);
  return {
    ...noAttempts,
    statuses: { [status]: 1 },
    verdicts: verdict === null ? [] : [verdict],
    suites: verdict !== null && hasSuites(result?.graded ?? []) ? 1 : 0,
    programs: result === null ? 0 : workRow(result.outcome.kind).generated(result.outcome),
    steered: result !== null && 'steered' in result.outcome && result.outcome.steered ? 1 : 0,
    reasons: failure === null ? {} : { [failure.reason]: 1 },
    timeSensitive: result !== null && isTimeSensitive(result) ? [placeOf(attempt)] : [],
    running: status === 'running' ? [placeOf(attempt)] : [],
    unfinished: unfinishedOf(attempt),
    levels: levelSums(attempt),
    cells: cellSums(attempt),
    ...(result === null ? {} : workRow(result.outcome.kind).sums(result, status)),
  };
}

function isTimeSensitive({ outcome, graded }: AttemptResult): boolean {
  return (
    workRow(outcome.kind)
      .shownRuns(outcome)
      .some(({ timeSensitive }) => timeSensitive) ||
    graded.some((grade) => grade.outcome.timeSensitive)
  );
}

/** One that has no verdict for a cause, or waits for one. */
function unfinishedOf(attempt: AttemptRecord): readonly UnfinishedAttempt[] {
  const { status, waiting, result } = attempt;
  const said = (word: UnfinishedWord, cause: string | null): readonly UnfinishedAttempt[] => [
    { ...placeOf(attempt), word, cause },
  ];
  if (status === 'unscored' || status === 'cancelled') {
    const word = result?.level?.kind === 'refused' ? 'refused' : status;
    return said(word, result?.cause ?? null);
  }
  return waiting === null ? [] : said('waiting', waiting);
}
