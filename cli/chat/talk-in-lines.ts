import type { Talk } from './carry-out';
import { carryOut } from './carry-out';
import { readInput } from './input/read-input';
import { unfinishedInput } from './input/unfinished-input';

/**
 * Carries out what comes line by line, one after the other, to the end of the lines or until `/end`. What fails is told, and
 * the next is taken.
 */
export async function talkInLines(
  talk: Talk,
  inputs: AsyncIterable<string>,
  onError: (error: unknown) => void,
): Promise<void> {
  for await (const typed of inputs) {
    await talk.conversation.settled();
    try {
      if ((await carryOut(talk, readInput(typed))) === 'leave') return;
    } catch (error) {
      if (talk.conversation.failed) throw error;
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
