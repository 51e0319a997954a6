import type { Message } from '../schemas/model';

/** Nothing but one Python block: the last fenced block of the last assistant turn is the program, to the byte. */
export function programTurn(program: string): Message {
  let longest = 2;
  for (const run of program.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  return { role: 'assistant', content: `${fence}python\n${program}\n${fence}` };
}
