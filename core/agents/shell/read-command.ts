import type { ParsedReply } from '../../replies/parsed-reply';
import { readReply } from '../../replies/read-reply';

const opening = /^(`{3,})\s*(?:bash|sh|shell)\s*$/;

/**
 * The one command of a reply of an agent with a shell, in a fence of `bash`. A fence ends only at a line that holds nothing but
 * backticks, at least as many: a here-document of a patch may hold indented ones.
 */
export function readCommand(reply: string): ParsedReply<string> {
  const lines = readReply(reply).answer.split('\n');
  const commands: string[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    const mark = opening.exec(lines[place] ?? '')?.[1];
    if (mark === undefined) continue;
    const closing = new RegExp(`^\`{${String(mark.length)},}\\s*$`);
    const end = lines.findIndex((line, at) => at > place && closing.test(line));
    if (end === -1) return { ok: false, problem: 'its bash block is not closed' };
    commands.push(lines.slice(place + 1, end).join('\n'));
    place = end;
  }
  const [command = '', ...others] = commands;
  if (others.length > 0) {
    return {
      ok: false,
      problem: `it holds ${String(commands.length)} blocks of bash, and one is due`,
    };
  }
  return command.trim() === ''
    ? { ok: false, problem: 'it contains no bash block with a command' }
    : { ok: true, value: command };
}
