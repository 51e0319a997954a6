import type { Talk } from './carry-out';
import { carryOut } from './carry-out';
import { readInput } from './input/read-input';
import { unfinishedInput } from './input/unfinished-input';

/** What became of the lines so far. */
export interface LinesTally {
  /** One could not be carried out, or its turn brought no reply. */
  failed: boolean;
  /** Messages and commands that came when the chat had ended. */
  notTaken: number;
}

/** Carries out lines one after the other. A failure is reported and the next follows; lines after the end are counted. */
export async function talkInLines(
  talk: Talk,
  inputs: AsyncIterable<string>,
  { tally, onError }: { readonly tally: LinesTally; readonly onError: (error: unknown) => void },
): Promise<void> {
  const { conversation } = talk;
  for await (const typed of inputs) {
    await conversation.settled();
    const input = readInput(typed);
    if (conversation.ended) {
      if (input.kind !== 'nothing') tally.notTaken += 1;
      continue;
    }
    try {
      if ((await carryOut(talk, input)) === 'failed') tally.failed = true;
    } catch (error) {
      if (conversation.failed) throw error;
      tally.failed = true;
      onError(error);
    }
  }
}

/** Lines as messages: one that is not finished goes on in the next. */
export async function* messagesIn(lines: AsyncIterable<string>): AsyncIterable<string> {
  let typed = '';
  for await (const line of lines) {
    typed += line;
    const more = unfinishedInput(typed);
    if (more === null) yield typed;
    typed = more ?? '';
  }
  if (typed.trim() !== '') yield typed;
}
