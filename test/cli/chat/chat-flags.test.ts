import { chatRequest, refuseNewChatFlags } from '../../../cli/chat/chat-flags';

/** What a request has when only its model is said. */
const usual = { seed: 0, blocks: 3, blockSeconds: 20, memoryMb: 2048, tools: true };

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
    ).toEqual({ ...usual, model: 'm', blocks: 5, temperature: 0.7, tools: false });
    expect(chatRequest({ model: 'simulated', script: 'turns.json', tools: true })).toEqual({
      ...usual,
      model: 'simulated',
      script: 'turns.json',
    });
  });

  it.each([
    [{ tools: true }, 'a new chat needs --model'],
    [{ model: 'm', memoryMb: '1' }, '--memory-mb "1" must be a whole number from 128 to 1048576'],
    [{ model: ' ' }, '--model " " is empty'],
    [{ model: 'simulated', script: '' }, '--script "" is empty'],
  ])('refuse %j', (flags, message) => {
    expect(() => chatRequest(flags)).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: expect.stringContaining(message) as string,
        remedy: expect.stringContaining('espalier chat') as string,
      }) as Error,
    );
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
