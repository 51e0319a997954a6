import { dedented, fenceIn, maybePython, namesLanguage } from './fence-line';
import type { FenceLine } from './fence-line';
import { stringAfter } from './open-string';
import type { TripleQuotes } from './open-string';
import { thoughtTagsIn } from './thought-tags';

export interface FencedBlock {
  readonly kind: 'block';
  /** The text after the opening fence, usually a language. */
  readonly info: string;
  readonly text: string;
  /** Whether no fence closes it. */
  readonly open?: true;
}

/** A part of the answer: a fenced block, or the prose between two blocks. */
export type ReplyPart =
  ({ readonly kind: 'block' } & FencedBlock) | { readonly kind: 'prose'; readonly text: string };

export interface ReadReply {
  /** The reply without its reasoning. */
  readonly answer: string;
  /** The text between `<think>` and `</think>`, or between tags with the same meaning. */
  readonly reasoning: string;
  /** Of the answer, in order; blank ones are left out. */
  readonly blocks: readonly FencedBlock[];
  /** Blocks and prose in order; blank ones are left out. */
  readonly parts: readonly ReplyPart[];
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly info: string;
  /** Whether it is in a quotation, where each line begins with `>`. */
  readonly quoted: boolean;
  readonly lines: string[];
  /** The string of Python in which the last line ended. */
  string: TripleQuotes | null;
}

/** Replies are read up to this length. No endpoint writes so much, and a program of this length could not run. */
const maxReplyChars = 2_000_000;

const quotation = /^\s*(?:>\s?)+/;
const endOfThought = /^\s*<\/(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning)>\s*$/i;

/**
 * Splits a reply into reasoning, answer and fenced blocks, in linear time. Fences are those of CommonMark; they may also be
 * indented, follow prose or be quoted, and close where prose, an end token or the next block's language follows: no line of
 * Python begins with backticks, except in a string that ends before a later fence. Reasoning that never ends takes the rest;
 * an end without a beginning takes everything before it. Tags in a block are code. A byte-order mark and CR LF are removed.
 */
export function readReply(reply: string): ReadReply {
  const text = reply.slice(0, maxReplyChars).replace(/^\uFEFF/, '');
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const reader = new ReplyReader(lines);
  for (let place = 0; place < lines.length; place += 1) reader.take(place);
  return reader.finish();
}

class ReplyReader {
  private answer: string[] = [];
  private reasoning: string[] = [];
  private parts: ReplyPart[] = [];
  private prose: string[] = [];
  private fence: Fence | null = null;
  private thinking = false;
  private everThought = false;
  private readonly ahead: LinesAhead;

  constructor(private readonly lines: readonly string[]) {
    this.ahead = new LinesAhead(lines);
  }

  take(place: number): void {
    const line = this.lines[place] ?? '';
    if (this.fence !== null) this.takeCode(this.fence, line, place);
    else this.takeProse(line);
  }

  finish(): ReadReply {
    if (this.fence !== null) this.closeBlock(this.fence, withoutGluedFence(this.fence), true);
    this.endProse();
    const blocks = this.parts.filter((part) => part.kind === 'block');
    return {
      answer: this.answer.join('\n'),
      reasoning: this.reasoning.join('\n').trim(),
      blocks,
      parts: this.parts,
    };
  }

  /** Prose and reasoning may alternate within a line. */
  private takeProse(line: string): void {
    let position = 0;
    for (const { from, to, closes } of thoughtTagsIn(line)) {
      if (this.thinking && !closes) continue;
      const words = line.slice(position, from);
      if (this.thinking) this.reasoning.push(words);
      else if (closes && !this.everThought) this.everythingWasReasoning(words);
      else this.say(words);
      this.thinking = !closes;
      this.everThought = true;
      position = to;
    }
    const rest = line.slice(position);
    if (this.thinking) this.reasoning.push(rest);
    else if (!this.openFence(rest)) this.say(rest);
  }

  private say(words: string): void {
    this.answer.push(words);
    this.prose.push(words);
  }

  private takeCode(fence: Fence, line: string, place: number): void {
    if (!this.everThought && endOfThought.test(line)) {
      // The opening tag was in the chat template, and the reasoning had its own block.
      this.fence = null;
      this.everThought = true;
      this.everythingWasReasoning('');
      return;
    }
    const code = fence.quoted ? line.replace(quotation, '') : line;
    const marks = fenceIn(code);
    if (marks !== null && this.closes(fence, marks, place)) {
      if (marks.before.trim() !== '') fence.lines.push(marks.before);
      this.closeBlock(fence, fence.lines);
      // Of a next block's opening, or of prose behind the fence.
      if (namesLanguage(marks.info)) this.openFence(code);
      else if (marks.info !== '') this.takeProse(marks.info);
      else this.answer.push(line);
      return;
    }
    this.answer.push(line);
    fence.lines.push(code);
    fence.string = stringAfter(code, fence.string);
  }

  private closes(fence: Fence, { before, mark, info }: FenceLine, place: number): boolean {
    if (mark[0] !== fence.mark[0] || mark.length < fence.mark.length) return false;
    const alone = before.trim() === '';
    if (alone && before.length >= fence.indent + 4) return false;
    if (!alone && (info !== '' || /["'#]/.test(before))) return false;
    if (!maybePython(fence.info)) return alone && (info === '' || maybePython(info));
    if (fence.string === null) return true;
    return alone && !this.ahead.goesOn(place, fence.string);
  }

  /** Whether the line opens a block. */
  private openFence(line: string): boolean {
    const marks = fenceIn(line);
    if (marks === null) return false;
    const quoted = /^\s*(?:>\s?)+$/.test(marks.before);
    const alone = quoted || marks.before.trim() === '';
    if (!alone && /\s/.test(marks.info)) return false;
    if (!alone) this.prose.push(marks.before);
    this.endProse();
    this.answer.push(line);
    const indent = alone && !quoted ? marks.before.length : 0;
    const { info, code } = withoutCode(marks.info);
    this.fence = {
      ...{ mark: marks.mark, indent, info, quoted },
      lines: code === null ? [] : [' '.repeat(indent) + code],
      string: null,
    };
    return true;
  }

  private closeBlock(fence: Fence, lines: readonly string[], open = false): void {
    this.fence = null;
    const text = lines.map((line) => dedented(line, fence.indent)).join('\n');
    if (text.trim() === '') return;
    this.parts.push({ kind: 'block', info: fence.info, text, ...(open ? { open } : {}) });
  }

  private endProse(): void {
    const text = this.prose.join('\n');
    this.prose = [];
    if (text.trim() !== '') this.parts.push({ kind: 'prose', text });
  }

  private everythingWasReasoning(lastWords: string): void {
    for (const line of this.answer) this.reasoning.push(line);
    this.reasoning.push(lastWords);
    this.answer = [];
    this.parts = [];
    this.prose = [];
  }
}

/** Looks ahead in the lines of a reply. Each line is looked at once. */
class LinesAhead {
  private readonly seen = new Map<TripleQuotes | 'fence', number>();

  constructor(private readonly lines: readonly string[]) {}

  /** Whether a string that is open at a line ends later, with a fence after it. */
  goesOn(place: number, quotes: TripleQuotes): boolean {
    const end = this.next(quotes, place, (line) => line.includes(quotes));
    return end < this.lines.length && this.next('fence', end, isFence) < this.lines.length;
  }

  /** The first matching line after `place`, or one after the last. `place` only grows from call to call. */
  private next(
    what: TripleQuotes | 'fence',
    place: number,
    isSought: (line: string) => boolean,
  ): number {
    let next = this.seen.get(what) ?? 0;
    if (next <= place) {
      next = place + 1;
      while (next < this.lines.length && !isSought(this.lines[next] ?? '')) next += 1;
      this.seen.set(what, next);
    }
    return next;
  }
}

function isFence(line: string): boolean {
  return /^[\s>]*(?:`{3,}|~{3,})/.test(line);
}

/** Some replies begin the program on the line of the language. */
function withoutCode(info: string): { readonly info: string; readonly code: string | null } {
  const match = /^((?:python|py)\d?)\s+((?:def|class|import|from|async|@).*)$/i.exec(info);
  return match === null ? { info, code: null } : { info: match[1] ?? '', code: match[2] ?? '' };
}

/** An unclosed block may have its fence at the end of its last line of code. */
function withoutGluedFence(fence: Fence): readonly string[] {
  const last = fence.lines.findLastIndex((line) => line.trim() !== '');
  const line = fence.lines[last]?.trimEnd();
  if (line === undefined || !line.endsWith(fence.mark)) return fence.lines;
  return [...fence.lines.slice(0, last), line.slice(0, -fence.mark.length)];
}
