import { readCommand } from '../../../../core/agents/shell/read-command';
import { submitPhrase } from '../../../../core/agents/shell/output-words';
import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { replyTo, type BankModel } from '../../../../llm/simulated/replies/reply-to';
import { ask, bankOf, line } from '../bank-samples';

const patch = (value: string): string =>
  [
    ...['diff --git a/m.py b/m.py', '--- a/m.py', '+++ b/m.py', '@@ -1,2 +1,2 @@', ' ```'],
    ...['-x = 0', `+x = ${value}`, ''],
  ].join('\n');
const bank = bankOf(['1', '2', '3'].map((value) => line({ program: patch(value) })));
const model: BankModel = { kind: 'recorded', view: viewBank(bank), settings: replySettingsOf() };

function commandAt(replies: number, ordinal = 0): string {
  const turns = Array.from({ length: replies }, () => [
    { role: 'assistant', content: 'I do it.' } as const,
    { role: 'user', content: 'Exit code: 0' } as const,
  ]).flat();
  const messages = [{ role: 'user', content: 'Solve it.' } as const, ...turns];
  const draw = { sample: 0, ordinal };
  const { text } = replyTo(model, ask({ role: 'shell-agent', messages, draw }));
  const read = readCommand(text);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

describe('the agent with a shell of our own server', () => {
  it('looks at the file, applies the patch to the letter, and ends', () => {
    expect(commandAt(0)).toContain("head -40 'm.py'");
    const applied = [1, 2, 3].map((value) => patch(String(value)));
    expect(applied.some((text) => commandAt(1).includes(`\n${text}`))).toBe(true);
    expect(commandAt(2)).toBe(`echo ${submitPhrase}`);
    expect(commandAt(7)).toBe(`echo ${submitPhrase}`);
  });

  it('draws a patch for each trajectory, and keeps to it', () => {
    const drawn = [0, 1, 2].map((ordinal) => commandAt(1, ordinal));
    expect(new Set(drawn).size).toBe(3);
    expect(commandAt(1, 1)).toBe(drawn[1]);
  });
});
