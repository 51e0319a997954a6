import { readReply } from './read-reply';

export interface ProgramSearch {
  readonly entryPoint: string;
  /** Whether a text is Python. */
  readonly parses: (text: string) => boolean;
  /** Whether running a text would bind this name to a function. */
  readonly defines: (text: string, name: string) => boolean;
}

export interface ExtractedProgram {
  /** Without blank lines before and white space after it; null: the reply holds no program. */
  readonly program: string | null;
  readonly from: 'defining-block' | 'last-block' | 'whole-reply' | 'nowhere';
  readonly reasoning: string;
}

/**
 * The program of a reply, reasoning aside: the last fenced block that defines the entry point; else the last fenced
 * block; else the whole reply if it is Python. Takes time linear in the reply's length, given such `parses` and
 * `defines`; replies are read up to 2,000,000 characters.
 */
export function extractProgram(reply: string, search: ProgramSearch): ExtractedProgram {
  const { answer, reasoning, blocks } = readReply(reply);
  const defining = blocks.findLast(({ text }) => search.defines(text, search.entryPoint));
  const block = defining ?? blocks.at(-1);
  if (block !== undefined) {
    const from = defining === undefined ? 'last-block' : 'defining-block';
    return { program: tidied(block.text), from, reasoning };
  }
  const whole = tidied(answer);
  return whole !== '' && search.parses(whole)
    ? { program: whole, from: 'whole-reply', reasoning }
    : { program: null, from: 'nowhere', reasoning };
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
