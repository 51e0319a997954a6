import { mostGuidanceSentences } from './human';
import { countSentences } from '../replies/count-sentences';
import { sharesCode } from '../replies/shares-code';
import { stripReasoning } from '../replies/strip-reasoning';

export type GuidanceFault = 'empty' | 'too-long' | 'code' | 'reveals';

/** What a simulated person said; or what is wrong with it, in a word and as a clause that a repair question can quote. */
export type ReadGuidance =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: GuidanceFault; readonly problem: string };

export interface GuidanceTerms {
  /** What an oracle was shown; null: there was nothing to tell. */
  readonly reference: string | null;
  /** What the programmer knows anyway: the statement, the tests shown, their own program. */
  readonly known: readonly string[];
}

/** How often it is asked for anew before `neutralValues.guidance` stands in. */
export const guidanceRepairs = 2;

/** In UTF-16 code units: nobody says more in so few sentences. */
const mostChars = 2_000;
const fence = /`{3}|^[ \t]*~{3}/m;
/** Code needs no fence to be code: a head of a definition, or of a loop or branch, that has a line of its own. */
const headOfCode =
  /^[ \t]*(?:(?:async )?def|class) \w+ ?[(:]|^[ \t]*(?:for|while|if|elif|with) .*:[ \t]*$/m;
const referenceWords =
  /\b(?:canonical|reference|ground[- ]truth|official)\s+(?:solution|implementation|program|code|answer)s?\b|\bground[- ]truth\b/i;

const faults: Readonly<Record<GuidanceFault, string>> = {
  empty: 'it is empty',
  'too-long': `it is longer than ${String(mostGuidanceSentences)} sentences, or than ${String(mostChars)} characters`,
  code: 'it holds code, and none may be written',
  reveals: 'it tells of the program that only you can see',
};

/** Thoughts aside: at most three sentences, no code block and, of an oracle, nothing of what it alone was shown. */
export function readGuidance(reply: string, terms: GuidanceTerms): ReadGuidance {
  const text = stripReasoning(reply);
  const reason = faultOf(text, terms);
  return reason === null
    ? { ok: true, value: text }
    : { ok: false, reason, problem: faults[reason] };
}

function faultOf(text: string, { reference, known }: GuidanceTerms): GuidanceFault | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  if (fence.test(text) || headOfCode.test(text)) return 'code';
  if (text.length > mostChars || countSentences(text) > mostGuidanceSentences) return 'too-long';
  if (reference === null) return null;
  return referenceWords.test(text) || sharesCode(text, reference, known) ? 'reveals' : null;
}
