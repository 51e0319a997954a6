import type { Message } from '../../../core/schemas/model';

/**
 * The last fenced block of the last assistant turn that has one (a reflection may be later), or of what is behind the first
 * `@@ Response` (OpenCodeInterpreter's form). null: no program.
 */
export function programInRequest(messages: readonly Message[]): string | null {
  const turns = messages.filter(({ role }) => role === 'assistant');
  if (turns.length === 0) return lastFencedBlock(answersInOneMessage(messages));
  const blocks = turns.map(({ content }) => lastFencedBlock(content));
  return blocks.findLast((block) => block !== null) ?? null;
}

function answersInOneMessage(messages: readonly Message[]): string {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const mark = '@@ Response';
  const place = text.indexOf(mark);
  return place < 0 ? '' : text.slice(place + mark.length);
}

/** The program as an answer shows it; the fence is longer than any inside the program. */
export function inFence(program: string): string {
  const inside = program.match(/^[ \t]*`{3,}/gm) ?? [];
  const longest = Math.max(2, ...inside.map((run) => run.trim().length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}python\n${program}${program.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Content of the last block between fences; one that is never closed reaches to the end. */
export function lastFencedBlock(text: string): string | null {
  let last: string[] | null = null;
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const marks = /^[ \t]*(`{3,})(.*)$/s.exec(line);
    if (fence === null) {
      if (marks !== null && !(marks[2] ?? '').includes('`')) {
        fence = marks[1] ?? '';
        last = [];
      }
    } else if (marks !== null && closes(fence, marks)) {
      fence = null;
    } else {
      last?.push(line);
    }
  }
  return last === null ? null : last.join('\n');
}

function closes(fence: string, marks: RegExpExecArray): boolean {
  return (marks[1] ?? '').length >= fence.length && (marks[2] ?? '').trim() === '';
}
