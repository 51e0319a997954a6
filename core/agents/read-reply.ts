/** A fenced block of a reply. */
export interface FencedBlock {
  /** What follows the opening fence: usually a language. */
  readonly info: string;
  readonly text: string;
  /** Nothing closes it. */
  readonly open?: true;
}

export interface ReadReply {
  /** The reply without its reasoning. */
  readonly answer: string;
  /** What stood between `<think>` and `</think>`. */
  readonly reasoning: string;
  /** Of the answer, in order; blank ones are left out. */
  readonly blocks: readonly FencedBlock[];
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
  readonly info: string;
  readonly lines: string[];
}

/** Replies are read up to here; no endpoint writes so much, and a program this long could not be run. */
const maxReplyChars = 2_000_000;

const reasoningTag = /<(\/?)think(?:ing)?>/gi;
/** Prose may stand before the backticks; an inline span has more of them on its line. */
const backtickFence = /^([^`]*)(`{3,})([^`]*)$/;
const tildeFence = /^(\s*)(~{3,})([^~]*)$/;

/**
 * Splits a model's reply into reasoning, answer and fenced blocks, in one pass and in time linear in its length.
 * Fences are CommonMark's (three or more backticks or tildes; closed by at least as many, not indented deeper by four
 * or more), but may be indented, may follow prose, and a ```python line ends a block that was never closed. Reasoning
 * that never ends takes the rest of the reply; an end without a beginning takes what came before. Tags inside a block
 * are code. Byte-order mark and CR LF go.
 */
export function readReply(reply: string): ReadReply {
  const reader = new ReplyReader();
  const text = reply.slice(0, maxReplyChars).replace(/^\uFEFF/, '');
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    reader.take(line.endsWith('\r') ? line.slice(0, -1) : line);
    start = end < 0 ? text.length + 1 : end + 1;
  }
  return reader.finish();
}

class ReplyReader {
  private answer: string[] = [];
  private reasoning: string[] = [];
  private blocks: FencedBlock[] = [];
  private fence: Fence | null = null;
  private thinking = false;
  private everThought = false;

  take(line: string): void {
    if (this.fence !== null) this.takeCode(this.fence, line);
    else this.takeProse(line);
  }

  finish(): ReadReply {
    if (this.fence !== null) this.closeBlock(this.fence, withoutGluedFence(this.fence), true);
    return {
      answer: this.answer.join('\n'),
      reasoning: this.reasoning.join('\n').trim(),
      blocks: this.blocks,
    };
  }

  /** Prose and reasoning may take turns within a line. */
  private takeProse(line: string): void {
    let position = 0;
    for (const tag of line.matchAll(reasoningTag)) {
      const closes = tag[1] === '/';
      if (this.thinking && !closes) continue;
      const words = line.slice(position, tag.index);
      if (this.thinking) this.reasoning.push(words);
      else if (closes) this.everythingWasReasoning(words);
      else this.answer.push(words);
      this.thinking = !closes;
      this.everThought = true;
      position = tag.index + tag[0].length;
    }
    const rest = line.slice(position);
    (this.thinking ? this.reasoning : this.answer).push(rest);
    if (!this.thinking) this.openFence(rest, 'after-prose');
  }

  private takeCode(fence: Fence, line: string): void {
    if (!this.everThought && /^\s*<\/think(?:ing)?>\s*$/i.test(line)) {
      // The beginning was in the chat template, and the reasoning had a block of its own.
      this.fence = null;
      this.everThought = true;
      this.everythingWasReasoning('');
      return;
    }
    this.answer.push(line);
    const marks = fenceIn(line);
    const ends =
      marks !== null &&
      marks.before.trim() === '' &&
      marks.mark[0] === fence.mark[0] &&
      marks.mark.length >= fence.mark.length &&
      marks.before.length < fence.indent + 4;
    if (ends && marks.info === '') this.closeBlock(fence, fence.lines);
    else if (ends && /^py(thon)?3?$/i.test(marks.info)) {
      this.closeBlock(fence, fence.lines);
      this.openFence(line, 'alone');
    } else fence.lines.push(line);
  }

  private openFence(line: string, where: 'alone' | 'after-prose'): void {
    const marks = fenceIn(line);
    if (marks === null) return;
    const alone = marks.before.trim() === '';
    if (!alone && (where === 'alone' || /\s/.test(marks.info))) return;
    const indent = alone ? marks.before.length : 0;
    this.fence = { mark: marks.mark, indent, info: marks.info, lines: [] };
  }

  private closeBlock(fence: Fence, lines: readonly string[], open = false): void {
    this.fence = null;
    const text = lines.map((line) => dedented(line, fence.indent)).join('\n');
    if (text.trim() !== '') this.blocks.push({ info: fence.info, text, ...(open ? { open } : {}) });
  }

  private everythingWasReasoning(lastWords: string): void {
    for (const line of this.answer) this.reasoning.push(line);
    this.reasoning.push(lastWords);
    this.answer = [];
    this.blocks = [];
  }
}

function fenceIn(
  line: string,
): { readonly before: string; readonly mark: string; readonly info: string } | null {
  const match = backtickFence.exec(line) ?? tildeFence.exec(line);
  if (match === null) return null;
  return { before: match[1] ?? '', mark: match[2] ?? '', info: (match[3] ?? '').trim() };
}

/** At most `indent` white-space characters less. */
function dedented(line: string, indent: number): string {
  let cut = 0;
  while (cut < indent && (line.charAt(cut) === ' ' || line.charAt(cut) === '\t')) cut += 1;
  return line.slice(cut);
}

/** A block that nothing closed may have its fence at the end of its last line of code. */
function withoutGluedFence(fence: Fence): readonly string[] {
  const last = fence.lines.findLastIndex((line) => line.trim() !== '');
  const line = fence.lines[last]?.trimEnd();
  if (line === undefined || !line.endsWith(fence.mark)) return fence.lines;
  return [...fence.lines.slice(0, last), line.slice(0, -fence.mark.length)];
}
