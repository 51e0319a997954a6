import type { LoadedChatScript } from '../../../llm/simulated/chat-script';
import type { ModelServer } from '../../../llm/simulated/server';
import { bundledServer, chat, chatBody, espalierHeaders } from './chat-calls';

const script: LoadedChatScript = {
  turns: [{ say: 'Add', replies: [{ text: 'I add.', code: 'print(1 + 1)' }, 'Two.'] }],
  sha256: 'c'.repeat(64),
};
const headers = {
  ...espalierHeaders,
  'x-espalier-problem': 'chat',
  'x-espalier-role': 'interpreter',
};
const tools = [{ type: 'function', function: { name: 'execute_code', parameters: {} } }];
const asked = { ...chatBody, messages: [{ role: 'user', content: 'Add' }] };

describe('a chat with our own model server', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await bundledServer({ script });
  });
  afterAll(() => server.close());

  it('is about no problem of the bank', async () => {
    const { choices } = await chat(server, headers, asked);
    expect(choices[0]).toMatchObject({
      message: { content: 'I add.\n\n```python\nprint(1 + 1)\n```' },
      finish_reason: 'stop',
    });
  });

  it('calls the tool where it is offered, and takes its result', async () => {
    const { choices } = await chat(server, headers, { ...asked, tools });
    const call = {
      type: 'function',
      function: { name: 'execute_code', arguments: '{"code":"print(1 + 1)"}' },
    };
    expect(choices[0]).toMatchObject({
      message: { content: 'I add.', tool_calls: [call] },
      finish_reason: 'tool_calls',
    });
    const messages = [
      ...asked.messages,
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', ...call }] },
      { role: 'tool', content: 'Execution result: \n2', tool_call_id: 'c' },
    ];
    const next = await chat(server, headers, { ...asked, messages, tools });
    expect(next.choices[0]?.message.content).toBe('Two.');
  });

  it('has a name of its own', async () => {
    const other = await bundledServer();
    expect(server.logicalEndpoint).toContain(`"script":"${script.sha256}"`);
    expect(other.logicalEndpoint).not.toContain('script');
    await other.close();
  });

  it('says as a human what is too long or holds code when it is asked to be malformed', async () => {
    const spoilt = await bundledServer({ settings: { contentFaults: { malformed: 1 } } });
    const said = await Promise.all(
      Array.from({ length: 12 }, async (_, ordinal) => {
        const role = { 'x-espalier-role': 'human', 'x-espalier-draw': `0/${String(ordinal)}` };
        const { choices } = await chat(spoilt, { ...espalierHeaders, ...role });
        return choices[0]?.message.content ?? '';
      }),
    );
    expect(said.filter((text) => text.includes('```')).length).toBeGreaterThan(0);
    expect(said.filter((text) => text.includes('too much')).length).toBeGreaterThan(0);
    await spoilt.close();
  });
});
