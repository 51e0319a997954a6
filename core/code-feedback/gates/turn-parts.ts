import type { FencedBlock, ReadReply } from '../../replies/read-reply';
import { readReply } from '../../replies/read-reply';
import type { DialogueTurn } from '../../schemas/source-row';
import { resultOf } from '../result-turn';

/** Whether a turn is the result of a program, and not a message of a person. */
export function isResult(turn: DialogueTurn): boolean {
  return resultOf(turn) !== null;
}

/** How findings name a turn. */
export function turnName(turns: readonly DialogueTurn[], place: number): string {
  return `turn ${String(place + 1)} (${turns[place]?.role ?? 'missing'})`;
}

/** The first text that a check gives for a turn, after the name of the turn. */
export function firstInTurns(
  turns: readonly DialogueTurn[],
  check: (turn: DialogueTurn, place: number) => string | null,
): string | null {
  for (const [place, turn] of turns.entries()) {
    const why = check(turn, place);
    if (why !== null) return `${turnName(turns, place)} ${why}`;
  }
  return null;
}

/** Every gate reads the turns of the same dialogue, so the turns that were read last are kept. Long ones are not. */
const read = new Map<string, ReadReply>();
const mostKept = 32;
const longestKept = 100_000;

function readTurn(content: string): ReadReply {
  const known = read.get(content);
  if (known !== undefined) return known;
  const turn = readReply(content);
  if (content.length > longestKept) return turn;
  if (read.size >= mostKept) read.clear();
  read.set(content, turn);
  return turn;
}

export function blocksOf(content: string): readonly FencedBlock[] {
  return readTurn(content).blocks;
}

/** The text outside of fenced blocks, with plain apostrophes. */
export function proseOf(content: string): string {
  return readTurn(content)
    .parts.flatMap((part) => (part.kind === 'prose' ? [part.text] : []))
    .join('\n')
    .replaceAll('\u2019', "'");
}

/** The programs of a turn: its fenced blocks, or the whole text, because some sources write code without a fence. */
export function programsOf(content: string): readonly string[] {
  const blocks = blocksOf(content).map(({ text }) => text);
  return blocks.length === 0 ? [content] : blocks;
}

/** A short quotation for a finding, on one line. */
export function quoted(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`;
}
