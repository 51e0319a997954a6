/** A run of so many tokens of the reference gives it away. */
const mostShared = 8;
/** Of a reference that has fewer in all, all of them do; below this any sentence could. */
const leastTelling = 3;

/** Names, numbers, then operators of several signs, then any sign but quotes, which prose puts around anything. */
const token =
  /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|\*\*=?|\/\/=?|<<=?|>>=?|[-+*/%&|^=!<>:]=|->|[^\s\p{L}\p{N}_`'"]/gu;

/**
 * Whether a text shares a run of 8 tokens with a program (or holds the whole of a shorter one) that it could not have from
 * anything known. White space, quotes and case do not matter.
 */
export function sharesCode(text: string, program: string, known: readonly string[]): boolean {
  const tokens = tokensOf(program);
  const length = Math.min(mostShared, tokens.length);
  if (length < leastTelling) return false;
  const heard = new Set(known.flatMap((one) => runsOf(tokensOf(one), length)));
  const secret = new Set(runsOf(tokens, length).filter((run) => !heard.has(run)));
  return runsOf(tokensOf(text), length).some((run) => secret.has(run));
}

function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(token) ?? [];
}

function runsOf(tokens: readonly string[], length: number): readonly string[] {
  return tokens.flatMap((_, index) =>
    index + length <= tokens.length ? [tokens.slice(index, index + length).join(' ')] : [],
  );
}
