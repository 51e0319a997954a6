import { mostGuidanceSentences } from './simulated-human';
import { countSentences } from '../replies/count-sentences';
import { sharesCode } from '../replies/shares-code';
import { stripReasoning } from '../replies/strip-reasoning';

export type GuidanceFault = 'empty' | 'too-long' | 'code' | 'reveals';

/** The guidance of a simulated person; or its fault, in a word and as a clause for the request to correct it. */
export type ReadGuidance =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: GuidanceFault; readonly problem: string };

export interface GuidanceTerms {
  /** The reference that an oracle saw. null: it saw none. */
  readonly reference: string | null;
  /** Texts that the programmer already knows: the statement, the shown tests, their own program. */
  readonly known: readonly string[];
}

/** Number of further requests before `fallbackValues.guidance` is used. */
export const guidanceRepairs = 2;

/** Limit in UTF-16 code units, which is more than so few sentences need. */
const mostChars = 2_000;
const fence = /`{3}|^[ \t]*~{3}/m;
/** Code without a fence: the head of a definition, a loop or a branch on its own line. */
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

/** At most three sentences, no code block and, from an oracle, nothing of what it alone saw. Thoughts do not count. */
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
