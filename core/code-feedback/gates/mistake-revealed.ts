import type { Gate } from './gate';
import { blocksOf, firstInTurns, proseOf, quoted } from './turn-parts';

const mistake = '(?:errors?|mistakes?|bugs?|faults?)';
/** "An error message" and "error handling" are parts of a program. */
const notPart =
  '(?![- ](?:handl|check|messag|log|code|type|class|case|report|correct|detect|prone))';
const program = '(?:code|program|script|function|snippet|solution|example|version|block|line)';
const failure =
  '(?:(?:an? )?(?:Name|Type|Syntax|Indentation|Value|Index|Key|Attribute|Assertion|ZeroDivision)Error|an? (?:error|exception))';
/** A failure on a condition is the contract of a function. */
const always = '(?![^.\\n]{0,60}\\b(?:if|when|unless|for|on|because of invalid)\\b)';

/** Anywhere in a turn of the assistant. */
const intent = new RegExp(
  `\\b(?:intentional(?:ly)?|deliberate(?:ly)?|on purpose|planted)\\b[^.\\n]{0,60}\\b(?:${mistake}|wrong|incorrect|undefined)\\b|` +
    `\\b${mistake}\\b[^.\\n]{0,30}\\b(?:intentional(?:ly)?|deliberate(?:ly)?|on purpose)\\b`,
  'i',
);
/** In the text and the comments of the reply with the error. */
const said = [
  new RegExp(
    `\\b(?:contains?|has|have|with|includ(?:es?|ing))\\s+(?:an?|one|exactly one|the|some)\\s+(?:[\\w-]+\\s+){0,2}${mistake}\\b${notPart}`,
    'i',
  ),
  new RegExp(
    `\\b(?:introduc|insert|add|mak|made|plac|hid|left|leav)\\w*\\s+(?:an?|one|exactly one|the|some)\\s+(?:[\\w-]+\\s+){0,2}${mistake}\\b${notPart}`,
    'i',
  ),
  new RegExp(`\\b(?:spot|find|notice|see|fix)\\s+the\\s+(?:[\\w-]+\\s+)?${mistake}\\b`, 'i'),
  new RegExp(
    `\\b(?:the|this|that|here)(?:\\s+is|'s)?\\s+(?:the\\s+)?(?:[\\w-]+\\s+)?${mistake}\\s+(?:is|lies|here|in|on)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:this|it|which|the ${program}|(?:this|that) (?:line|call|loop|${program}))\\s+(?:will|would|should|is going to)\\s+(?:always\\s+|definitely\\s+)?` +
      `(?:fail|crash|(?:raise|throw|cause|trigger|produce)\\s+${failure}|never (?:end|stop|terminate)|loop forever|run forever|not (?:work|run))\\b${always}`,
    'i',
  ),
  new RegExp(`\\b(?:raises|causes|throws|triggers)\\s+${failure}\\b${always}`, 'i'),
];
/** In a comment. */
const noted = [
  /\b(?:BUG|FIXME)\b/,
  new RegExp(
    `^\\W*(?:${mistake}|wrong|incorrect|oops|typo|broken|faulty)\\b\\s*(?:[:!(-]|here\\b|$)`,
    'i',
  ),
  /^\W*(?:missing|forgot(?:ten)?|omitted)\b.{0,40}\b(?:colon|parenthes[ie]s|paren|bracket|quote|import|indent\w*|return|increment|base case|conversion|definition)\b/i,
  /\b(?:undefined|misspell?ed|mistyped) (?:variable|name|function|identifier)\b|\b(?:is|are) (?:not|never) defined\b/i,
  /\binfinite loop\b|\bnever (?:ends|terminates|stops|incremented|decremented|updated)\b/i,
  /\bshould (?:be|have been|use)\b.{0,60}(?:\binstead\b|\brather than\b|,\s*not\b)/i,
  /\b(?:wrong|incorrect) (?:operator|variable|name|type|index|order|condition|logic|step|sign|formula|comparison|indent\w*|base case)\b/i,
];
/** A name that says it. `wrong_guesses` does not. */
const named = /\b(?:buggy_\w+|\w+_buggy|\w+_with_(?:bug|error|mistake))\b/i;

/** A question about an error is answered with words about it. */
const aboutErrors =
  /\b(?:bugs?|errors?|mistakes?|faults?|wrong|incorrect|fix(?:es)?|debug\w*|exceptions?|fail\w*|infinite|rais(?:e|es|ing)|throws?)\b/i;

const comment =
  /[rbfu]{0,2}(?:"""([^]*?)(?:"""|$)|'''([^]*?)(?:'''|$))|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#([^\n]*)/gi;

/** Comments and docstrings, in order. */
function commentsOf(code: string): readonly string[] {
  return Array.from(code.matchAll(comment)).flatMap(([, double, single, line]) => {
    const text = double ?? single ?? line;
    return text === undefined ? [] : [text];
  });
}

/**
 * The words with which a reply reveals its planted error: "an intentional bug" in any place, "# BUG" in a comment. null: it reveals
 * nothing. @param query if it is about errors, only words about an intention count
 */
export function revealedIn(query: string, reply: string): string | null {
  const meant = intent.exec(reply)?.[0];
  if (meant !== undefined || aboutErrors.test(query)) return meant ?? null;
  const blocks = blocksOf(reply).map(({ text }) => text);
  const comments = blocks.flatMap(commentsOf);
  const found =
    firstMatch(said, [proseOf(reply), ...comments]) ??
    firstMatch(noted, comments) ??
    firstMatch([named], blocks);
  return found;
}

function firstMatch(patterns: readonly RegExp[], texts: readonly string[]): string | null {
  for (const text of texts) {
    for (const pattern of patterns) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** OpenCodeInterpreter, code correction: the model "must not reveal or comment on" its error, or nobody has to look for it. */
export const mistakeRevealed: Gate = {
  name: 'mistake-revealed',
  summary:
    'The answer of a correction that has the planted error says so in words, a comment or a name.',
  finds: ({ method, turns }) => {
    if (method !== 'correct') return null;
    const query = turns[0]?.content ?? '';
    return firstInTurns(turns, ({ role, content }, place) => {
      if (role !== 'assistant') return null;
      // Later answers correct the error and rightly speak of it.
      const found = place === 1 ? revealedIn(query, content) : (intent.exec(content)?.[0] ?? null);
      return found === null ? null : `reveals the planted error: ${quoted(found)}`;
    });
  },
};
