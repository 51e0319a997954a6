import { readReply } from './read-reply';
import type { FencedBlock } from './read-reply';

export interface ProgramSearch {
  /** null: a whole program, of which no name is asked. */
  readonly entryPoint: string | null;
  /** Whether a text is Python. */
  readonly parses: (text: string) => boolean;
  /** Whether running a text would bind this name to a function. */
  readonly defines: (text: string, name: string) => boolean;
}

export interface ExtractedProgram {
  /** Without blank lines before and white space after it; null: the reply holds no program. */
  readonly program: string | null;
  readonly from: 'defining-block' | 'longest-block' | 'last-block' | 'whole-reply' | 'nowhere';
  readonly reasoning: string;
}

/**
 * The program of a reply, reasoning aside: the last fenced block that defines the entry point, or, where no name is
 * asked, the longest that is Python; else the last fenced block; else the whole reply if it is Python. Takes time linear
 * in the reply's length, given such `parses` and `defines`; replies are read up to 2,000,000 characters.
 */
export function extractProgram(reply: string, search: ProgramSearch): ExtractedProgram {
  const { answer, reasoning, blocks } = readReply(reply);
  const { entryPoint } = search;
  const sought =
    entryPoint === null
      ? longestPython(blocks, search)
      : blocks.findLast(({ text }) => search.defines(text, entryPoint));
  const block = sought ?? blocks.at(-1);
  if (block !== undefined) {
    const wanted = entryPoint === null ? 'longest-block' : 'defining-block';
    const from = sought === undefined ? 'last-block' : wanted;
    return { program: tidied(block.text), from, reasoning };
  }
  const whole = tidied(answer);
  return whole !== '' && search.parses(whole)
    ? { program: whole, from: 'whole-reply', reasoning }
    : { program: null, from: 'nowhere', reasoning };
}

/** Of several as long the last: examples of input and output are shorter than the program, and seldom Python. */
function longestPython(
  blocks: readonly FencedBlock[],
  { parses }: ProgramSearch,
): FencedBlock | undefined {
  let longest: FencedBlock | undefined;
  for (const block of blocks) {
    if (block.text.length < (longest?.text.length ?? 0)) continue;
    if (parses(tidied(block.text))) longest = block;
  }
  return longest;
}

/** The first line's indentation stays: a function's body alone continues the stub before it. */
function tidied(text: string): string {
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start);
    if (end < 0 || text.slice(start, end).trim() !== '') return text.slice(start).trimEnd();
    start = end + 1;
  }
}
