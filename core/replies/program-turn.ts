import type { Message } from '../schemas/model';

/**
 * A program as the model's own earlier turn: nothing but one Python block, so that the last fenced block of the
 * last assistant turn is the program, to the byte. The fence is longer than any inside.
 */
export function programTurn(program: string): Message {
  let longest = 2;
  for (const run of program.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(longest + 1);
  return { role: 'assistant', content: `${fence}python\n${program}\n${fence}` };
}
