import { assertNever } from '../../core/values/assert-never';
import type { DialogueSummary, RoundPoint } from '../../core/kinds/dialogue/summary';
import type { SolvedRate } from '../../core/statistics/solved-rate';
import type { RunConfig } from '../../core/schemas/run';
import type { OfKind } from '../../core/kinds/of-kind';
import type { KindDifference, OwnRow, Particular } from '../kind-report';
import { countText, plural } from '../../core/words/plural';
import { intervalText, rateText } from '../number-text';
import { textTable } from '../text-table';

export type DialogueConfig = OfKind<RunConfig, 'dialogue'>;

/** What a row of a run's table says of its dialogues. */
type Say = (summary: DialogueSummary, config: DialogueConfig) => string | null;

function row(label: string, say: Say): OwnRow<DialogueConfig> {
  return {
    label,
    value: (config, { summary: { dialogue } }) =>
      dialogue === null ? null : say(dialogue, config),
  };
}

const feedbackRow = row('feedback', (_, { dialogue }) => dialogue.feedback);
const profileRow = row('profile', (_, { dialogue }) => dialogue.profile);

/** How its dialogues are held: rows beside those of the run's data set and model. */
export const dialogueSettingRows = [
  row('rounds', (_, { dialogue }) => `at most ${countText(dialogue.rounds)} per problem`),
  feedbackRow,
  row('shown tests', (summary, config) => shownTestsText(config, hasSuites(summary))),
  profileRow,
];

/** How they are held, in a comparison. */
export const dialogueComparisonRows = [
  feedbackRow,
  row('feedback tests', (_, { dialogue }) => dialogue.feedbackTests),
  profileRow,
];

export const dialogueDifferences: readonly KindDifference<DialogueConfig>[] = [
  {
    of: ({ dialogue }) => dialogue.feedbackTests,
    note: 'Not the same tests were shown by feedback: rates after round 1 do not mean the same.',
  },
];

export const dialogueParticulars: readonly Particular<DialogueConfig>[] = [
  { among: 'runs', say: ({ dialogue }) => `feedback ${dialogue.feedback}` },
];

/** What they came to. */
export const dialogueFigureRows = [
  row('round 1', ({ rounds }) => pointText(rounds[0])),
  row('last round', ({ rounds }) => (rounds.length > 1 ? pointText(rounds.at(-1)) : null)),
  row('fixed', fixedText),
  row('regressed', ({ regressed, rounds }) =>
    begun(rounds)
      ? `${countText(regressed)} of ${countText(firstSolved(rounds))} solved after round 1`
      : null,
  ),
  row('shown only', ({ passedShownOnly: count }) =>
    count === 0
      ? null
      : `${plural(count, 'answer')} passed the tests that feedback is taken from and failed hidden ones`,
  ),
  row('unchanged', ({ unchanged }) =>
    unchanged === 0 ? null : `${plural(unchanged, 'later round')} gave the same program again`,
  ),
  row('stops', ({ stops }) => countsText(stops)),
  row('feedback kinds', ({ feedbackKinds }) => countsText(feedbackKinds)),
  row('told by', ({ sources }) => countsText(sources)),
  row('guidance', guidanceText),
  row('people', ({ withPeople }) =>
    withPeople === 0 ? null : `took part in ${plural(withPeople, 'dialogue')}`,
  ),
  row('branches left', ({ aside }) => (aside === 0 ? null : plural(aside, 'round'))),
  row('trimmed', ({ trimmed }) =>
    trimmed === 0 ? null : `${plural(trimmed, 'request')} had no room for every earlier round`,
  ),
];

const begun = (rounds: readonly RoundPoint[]): boolean => (rounds[0]?.all.of ?? 0) > 0;
const firstSolved = (rounds: readonly RoundPoint[]): number => rounds[0]?.all.solved ?? 0;

export function hasSuites({ rounds }: DialogueSummary): boolean {
  return rounds.some(({ base }) => base !== null);
}

/** Which tests the model was shown by feedback, and which judge without ever having been shown. */
function shownTestsText({ dialogue: { feedbackTests } }: DialogueConfig, suites: boolean): string {
  switch (feedbackTests) {
    case 'public':
      return 'public: those that the problem itself shows; all others were hidden';
    case 'base':
      return suites
        ? 'base: the base tests were shown; the plus tests were hidden'
        : 'base: every test that judges was shown; nothing was hidden';
    case 'same':
      return 'same: every test that judges was shown; nothing was hidden';
    case 'none':
      return 'none: no test was shown';
    default:
      return assertNever(feedbackTests);
  }
}

function pointText(point: RoundPoint | undefined): string | null {
  if (point === undefined || point.all.of === 0) return null;
  const { all, base } = point;
  return base === null ? solvedText(all) : `${solvedText(all)}; base ${solvedText(base)}`;
}

function solvedText({ rate, interval }: SolvedRate): string {
  return `${rateText(rate)}, 95 % interval ${intervalText(interval)}`;
}

function fixedText({ fixed, failedFirst, fixRate, fixInterval, rounds }: DialogueSummary) {
  if (!begun(rounds)) return null;
  const of = `${countText(fixed)} of ${countText(failedFirst)} failed after round 1`;
  return fixRate === null ? of : `${of}: ${rateText(fixRate)} ${intervalText(fixInterval)}`;
}

function guidanceText({ refused, neutral }: DialogueSummary): string | null {
  const why = countsText(refused);
  const said = [
    ...(why === null ? [] : [`asked anew: ${why}`]),
    ...(neutral === 0 ? [] : [`a fixed sentence in its place: ${countText(neutral)}`]),
  ];
  return said.length === 0 ? null : said.join('; ');
}

/** `passed 11, max-rounds 5`; null for none. */
export function countsText(counts: Readonly<Record<string, number>>): string | null {
  const said = Object.entries(counts).map(([word, count]) => `${word} ${countText(count)}`);
  return said.length === 0 ? null : said.join(', ');
}

/** Every round's rate, one line each; nothing before there is a verdict, or of a single round. */
export function roundLines({ rounds }: DialogueSummary): readonly string[] {
  if (!begun(rounds) || rounds.length < 2) return [];
  const base = rounds.some((point) => point.base !== null);
  const heads = ['round', 'pass@1', '95 % interval'];
  const cells = ({ rate, interval }: SolvedRate): readonly string[] => [
    rateText(rate),
    intervalText(interval),
  ];
  return textTable([
    [...heads, ...(base ? ['base', '95 % interval'] : []), 'made', 'tokens'],
    ...rounds.map((point) => [
      String(point.round).padStart(5),
      ...cells(point.all),
      ...(point.base === null ? [] : cells(point.base)),
      countText(point.made),
      countText(point.tokens),
    ]),
  ]);
}
