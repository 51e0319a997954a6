import { chatRequest, refuseNewChatFlags } from '../../../cli/chat/chat-flags';

describe('the flags of a chat', () => {
  it('are read into a request, which fills in the rest', () => {
    expect(
      chatRequest({
        model: 'm',
        script: 'turns.json',
        blocks: '5',
        temperature: '0.7',
        tools: false,
      }),
    ).toEqual({ model: 'm', blocks: 5, temperature: 0.7, tools: false });
    expect(chatRequest({ model: 'simulated', script: 'turns.json', tools: true })).toEqual({
      model: 'simulated',
      script: 'turns.json',
      tools: true,
    });
  });

  it.each([
    [{ tools: true }, 'a new chat needs --model'],
    [{ model: 'm', memoryMb: '1' }, '--memory-mb "1" cannot be used'],
  ])('refuse %j', (flags, message) => {
    expect(() => chatRequest(flags)).toThrow(message);
  });

  it.each([
    [{ model: 'm', tools: true }, '--model is for a new chat'],
    [{ seed: '0', tools: true }, '--seed is for a new chat'],
    [{ tools: false }, '--no-tools is for a new chat'],
  ])('that only a new chat has are refused of another one: %j', (flags, message) => {
    expect(() => {
      refuseNewChatFlags(flags);
    }).toThrow(message);
  });

  it('that are of the terminal go with every chat', () => {
    expect(() => {
      refuseNewChatFlags({ tools: true, script: 's', byHand: true, attach: ['a'], saveTo: 'b' });
    }).not.toThrow();
  });
});
