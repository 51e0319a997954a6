import { assertNever } from '../assert-never';
import { hasSuites } from '../grading/suites';
import { statusName } from '../repository/funnel-counts';
import type { AttemptDigest, AttemptRecord, AttemptResult } from '../ports/records';
import type {
  AttemptSums,
  Counts,
  EnvironmentSums,
  UnfinishedAttempt,
  UnfinishedWord,
} from '../ports/run-sums';
import type { AttemptOutcome } from '../schemas/run';
import { searchOutcome } from '../work/of-kind';
import { dialogueSums, noDialogues, programsMade } from './dialogue-summary';
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
};

/** Of one attempt. */
export function attemptSums({
  attempt,
  failure,
}: Pick<AttemptDigest, 'attempt' | 'failure'>): AttemptSums {
  const { status, result } = attempt;
  const search = searchOutcome(result);
  const verdict = codedVerdict(attempt);
  return {
    statuses: { [status]: 1 },
    verdicts: verdict === null ? [] : [verdict],
    suites: verdict !== null && hasSuites(result?.graded ?? []) ? 1 : 0,
    programs: result === null ? 0 : programsOf(result.outcome),
    several: search !== null && search.nodes.length > 1 ? 1 : 0,
    speculative: search?.speculative?.length ?? 0,
    steered: result !== null && 'steered' in result.outcome && result.outcome.steered ? 1 : 0,
    neutralValues: search?.neutralValues ?? {},
    reasons: failure === null ? {} : { [failure.reason]: 1 },
    timeSensitive: result !== null && isTimeSensitive(result) ? [placeOf(attempt)] : [],
    running: status === 'running' ? [placeOf(attempt)] : [],
    unfinished: unfinishedOf(attempt),
    levels: levelSums(attempt),
    cells: cellSums(attempt),
    dialogues: dialoguesOf(attempt),
    environments: environmentsOf(result),
  };
}

function programsOf(outcome: AttemptOutcome): number {
  switch (outcome.kind) {
    case 'search':
      return outcome.nodes.length;
    case 'dialogue':
      return programsMade(outcome);
    case 'environment':
    case 'evaluation':
      return 0;
    default:
      return assertNever(outcome);
  }
}

function isTimeSensitive({ outcome, graded }: AttemptResult): boolean {
  return (
    onShownTests(outcome).some((tested) => tested?.timeSensitive === true) ||
    graded.some((grade) => grade.outcome.timeSensitive)
  );
}

/** What running its programs said while it was under way. */
function onShownTests(
  outcome: AttemptOutcome,
): readonly ({ readonly timeSensitive: boolean } | null)[] {
  switch (outcome.kind) {
    case 'search':
      return outcome.nodes.map(({ visible }) => visible);
    case 'dialogue':
      return outcome.rounds.map(({ execution }) => (execution?.on === 'tests' ? execution : null));
    case 'environment':
    case 'evaluation':
      return [];
    default:
      return assertNever(outcome);
  }
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

function dialoguesOf({ status, result }: AttemptRecord): AttemptSums['dialogues'] {
  if (status !== 'completed' || result === null) return noDialogues;
  const { outcome } = result;
  return outcome.kind === 'dialogue' ? dialogueSums({ ...result, outcome }) : noDialogues;
}

function environmentsOf(result: AttemptResult | null): EnvironmentSums {
  if (result?.outcome.kind !== 'environment') return noEnvironments;
  const { status, counts } = result.outcome;
  const { definitions, candidates, accepted } = counts;
  const statuses: Counts = { [statusName(status)]: 1 };
  return { statuses, definitions, candidates, accepted };
}
