import type { Message } from '../../../core/schemas/model';
import { isPatch } from '../bank/changes-in';

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

/**
 * The last patch in a fence of the last assistant turn that has one, else of any message: agents quote a patch to a model that
 * did not write it. null: no patch.
 */
export function patchInRequest(messages: readonly Message[]): string | null {
  const own = messages.filter(({ role }) => role === 'assistant');
  for (const { content } of [...own.toReversed(), ...messages.toReversed()]) {
    const patch = fencedBlocks(content).findLast(isPatch);
    if (patch !== undefined) return patch;
  }
  return null;
}

/** The program as an answer shows it, a patch to the letter; the fence is longer than any inside the program. */
export function inFence(program: string): string {
  const inside = program.match(/^[ \t]*`{3,}/gm) ?? [];
  const longest = Math.max(2, ...inside.map((run) => run.trim().length));
  const fence = '`'.repeat(longest + 1);
  const language = isPatch(program) ? 'diff' : 'python';
  return `${fence}${language}\n${program}${program.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Content of the last block between fences; one that is never closed reaches to the end. */
export function lastFencedBlock(text: string): string | null {
  return fencedBlocks(text).at(-1) ?? null;
}

function fencedBlocks(text: string): readonly string[] {
  const blocks: string[][] = [];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const marks = /^[ \t]*(`{3,})(.*)$/s.exec(line);
    if (fence === null) {
      if (marks !== null && !(marks[2] ?? '').includes('`')) {
        fence = marks[1] ?? '';
        blocks.push([]);
      }
    } else if (marks !== null && closes(fence, marks)) {
      fence = null;
    } else {
      blocks.at(-1)?.push(line);
    }
  }
  return blocks.map((lines) => lines.join('\n'));
}

function closes(fence: string, marks: RegExpExecArray): boolean {
  return (marks[1] ?? '').length >= fence.length && (marks[2] ?? '').trim() === '';
}
