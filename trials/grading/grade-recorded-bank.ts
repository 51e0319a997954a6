import { atOnce } from '../../core/at-once';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import type { ToolVerdict } from '../../core/grading/profiles/profile';
import { gradingProfile } from '../../core/grading/profiles/profiles';
import { ProfileUnfitError } from '../../core/grading/profiles/unfit';
import type { Sandbox } from '../../core/ports/sandbox';
import type { TestOutcome } from '../../core/schemas/verdict';
import { checkOf, checkOfText } from '../../core/tasks/check-of';
import { checkTwice } from '../../sandbox';
import type { RecordedBank, RecordedVerdict } from './recorded-banks';

/** A verdict of ours that is not the recorded one. */
export interface Disagreement {
  readonly name: string;
  readonly recorded: string;
  readonly ours: string;
  readonly strict: boolean;
  readonly error: string;
}

export interface BankAgreement {
  readonly name: string;
  readonly profile: string;
  readonly programs: number;
  readonly agreed: number;
  /** Of a form that the profile does not grade. */
  readonly unfit: number;
  readonly disagreements: readonly Disagreement[];
}

/** Programs at `data`, or `objects` where a person's reference would be graded so: here everything is at `data`. */
const terms = { limits: hiddenLimit(), seed: 0, assurance: 'data' } as const;

export async function gradeRecordedBank(
  sandbox: Sandbox,
  { name, profile, verdicts }: RecordedBank,
  options: { readonly width: number; readonly onDone: (done: number) => void },
): Promise<BankAgreement> {
  let done = 0;
  let unfit = 0;
  const graded = await atOnce(verdicts, options.width, async (verdict) => {
    const found = await gradeOne(sandbox, profile, verdict);
    if (found === 'unfit') unfit += 1;
    options.onDone((done += 1));
    return found;
  });
  const disagreements = graded.filter((one) => typeof one === 'object');
  const agreed = verdicts.length - unfit - disagreements.length;
  return { name, profile, programs: verdicts.length, agreed, unfit, disagreements };
}

async function gradeOne(
  sandbox: Sandbox,
  profile: RecordedBank['profile'],
  { name, row, program, as, recorded }: RecordedVerdict,
): Promise<Disagreement | 'agreed' | 'unfit'> {
  const strictCheck =
    as === 'text'
      ? checkOfText(row, program, terms)
      : checkOf(row.problem, row.hidden, program, terms);
  try {
    const check = gradingProfile(profile).applied(strictCheck, {});
    const { result } = await checkTwice(sandbox, check);
    const ours = wordOf(gradingProfile(profile).verdict(result.outcomes), result.outcomes);
    if (ours === recorded) return 'agreed';
    const strict = (await checkTwice(sandbox, strictCheck)).result.outcomes;
    const telling = result.outcomes.find(({ kind }) => kind !== 'passed');
    const error = `${telling?.kind ?? ''} ${telling?.detail ?? ''} ${telling?.error ?? ''}`;
    const strictly = strict.every(({ kind }) => kind === 'passed');
    return { name, recorded, ours, strict: strictly, error: error.trim() };
  } catch (error) {
    if (error instanceof ProfileUnfitError) return 'unfit';
    throw error;
  }
}

function wordOf(verdict: ToolVerdict, outcomes: readonly TestOutcome[]): string {
  if (verdict.tool !== 'evalplus') return verdict.passed ? 'passed' : 'failed';
  return verdict.suites
    .slice(0, outcomes.length)
    .map(({ status }) => status)
    .join(' ');
}
