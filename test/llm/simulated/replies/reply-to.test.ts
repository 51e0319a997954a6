import { viewBank } from '../../../../llm/simulated/bank/bank-view';
import { replySettingsOf } from '../../../../llm/simulated/replies/reply-settings';
import { needsBank, replyTo, type BankModel } from '../../../../llm/simulated/replies/reply-to';
import { ask, bankOf, line, program } from '../bank-samples';

const model: BankModel = {
  kind: 'recorded',
  view: viewBank(bankOf([line({ program: program(1) })])),
  settings: replySettingsOf(),
};
const inFence = (text: string) => `\`\`\`python\n${text}\n\`\`\``;
const said = (role: 'user' | 'assistant', text: string) => ({ role, content: text });

describe('somebody who knows a docstring alone', () => {
  const spec = (changes: Parameters<typeof ask>[0] = {}) =>
    replyTo(model, ask({ role: 'spec-solver', problem: 'P/9', ...changes }));

  it('repeats the first block of the last question', () => {
    const messages = [
      said('user', inFence('earlier')),
      said('user', `${inFence('asked')}\n\nwith\n\n${inFence('more')}`),
      said('assistant', inFence('answered')),
    ];
    expect(spec({ messages })).toEqual({ text: inFence('asked'), origin: { rule: 'canned' } });
  });

  it('has nothing to say where no block is shown', () => {
    expect(spec({ messages: [said('assistant', inFence('answered'))] }).text).toBe(inFence('pass'));
  });

  it('is a Solver where the bank has the problem', () => {
    expect(spec({ problem: 'P/0' })).toEqual(replyTo(model, ask()));
  });
});

describe('a role', () => {
  it.each([
    ['spec-solver', false],
    ['interpreter', false],
    ['harness-writer', false],
    ['docstring-writer', false],
    ['solver', true],
    ['debugger', true],
    ['human', true],
    ['thinker-strategies', true],
  ] as const)('%s needs a program of the problem in the bank: %s', (role, needed) => {
    expect(needsBank(role)).toBe(needed);
    const reply = () => replyTo(model, ask({ role, problem: 'P/9' }));
    if (needed)
      expect(reply).toThrow(expect.objectContaining({ code: 'PROBLEM_NOT_IN_BANK' }) as Error);
    else expect(reply().text).not.toBe('');
  });
});
