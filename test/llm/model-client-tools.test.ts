import type { Message } from '../../core/schemas/model';
import { clientOf, closeEndpoints } from '../fakes/client-under-test';
import { completion, sendJson } from '../fakes/http-endpoint';

afterEach(closeEndpoints);

const parameters = { tools: ['execute_code'] } as const;
const conversation: readonly Message[] = [
  { role: 'user', content: 'How many?' },
  { role: 'assistant', content: 'I count.', toolCall: { id: 'c1', code: 'print(3)\n' } },
  { role: 'tool', content: 'Execution result: \n3', toolCallId: 'c1' },
];

function calling(...calls: readonly (readonly [name: string, text: string])[]) {
  const made = calls.map(([name, text], index) => ({
    id: `c${String(index)}`,
    type: 'function',
    function: { name, arguments: text },
  }));
  return completion('I look.', { finishReason: 'tool_calls', message: { tool_calls: made } });
}

async function answerTo(body: unknown) {
  const { ask } = await clientOf((_, response) => sendJson(response, body));
  const { text, toolCall, finishReason } = await ask({ parameters });
  return { text, toolCall, finishReason };
}

describe('the tool execute_code', () => {
  it('is offered, and calls and results go as such', async () => {
    const { ask, received } = await clientOf((_, response) => sendJson(response, completion('3')));
    await ask({ parameters, messages: conversation });
    const { tools, messages } = received[0]?.body ?? {};
    expect(tools).toMatchObject([{ type: 'function', function: { name: 'execute_code' } }]);
    const call = { name: 'execute_code', arguments: '{"code":"print(3)\\n"}' };
    expect(messages).toEqual([
      { role: 'user', content: 'How many?' },
      {
        role: 'assistant',
        content: 'I count.',
        tool_calls: [{ id: 'c1', type: 'function', function: call }],
      },
      { role: 'tool', content: 'Execution result: \n3', tool_call_id: 'c1' },
    ]);
  });

  it.each([
    ['as asked', ['execute_code', '{"code": "x = 1\\nx"}'], 'x = 1\nx'],
    ['under the name that some models know', ['python', '{"code": "x"}'], 'x'],
    ['with bare code', ['python', 'x = {"a": 1}\nprint(x)'], 'x = {"a": 1}\nprint(x)'],
    ['with a bare string', ['python', '"x = 1\\nx"'], 'x = 1\nx'],
    [
      'with line feeds as they are',
      ['execute_code', '{"code": "x = \\"1\\"\nx\\t"}'],
      'x = "1"\nx\t',
    ],
    ['with the code under another name', ['execute_code', '{"source": "x"}'], 'x'],
    ['with a list in braces', ['python', '{1, 2}'], '{1, 2}'],
  ] as const)('is called %s', async (_, call, code) => {
    expect(await answerTo(calling(call))).toEqual({
      text: 'I look.',
      toolCall: { id: 'c0', code },
      finishReason: 'stop',
    });
  });

  it('counts once: the first call of several', async () => {
    const both = calling(['execute_code', '{"code": "1"}'], ['execute_code', '{"code": "2"}']);
    expect((await answerTo(both)).toolCall).toEqual({ id: 'c0', code: '1' });
  });

  it('is not another one, whose call is told as text', async () => {
    expect(await answerTo(calling(['search', '{"q": "x"}']))).toEqual({
      text: 'I look.\n\n[calls the tool search: {"q": "x"}]',
      toolCall: undefined,
      finishReason: 'stop',
    });
  });

  it.each([
    [400, { param: 'tools', message: 'tools is not supported' }],
    [400, { message: 'registry.ollama.ai/library/small does not support tools' }],
    [400, { message: '"auto" tool choice requires --enable-auto-tool-choice to be set' }],
    [404, { message: 'No endpoints found that support tool use.' }],
    [500, { message: 'tools param requires --jinja flag' }],
  ])('is left out where it is refused (%d %j), and calls go as fences', async (status, error) => {
    const { ask, received } = await clientOf(({ body }, response) => {
      if (body?.['tools'] === undefined) sendJson(response, completion('3'));
      else sendJson(response, { error }, { status });
    });
    expect((await ask({ parameters, messages: conversation })).text).toBe('3');
    expect((await ask({ parameters })).text).toBe('3');
    expect(received.map(({ body }) => body?.['tools'] !== undefined)).toEqual([true, false, false]);
    expect(received[1]?.body?.['messages']).toEqual([
      { role: 'user', content: 'How many?' },
      { role: 'assistant', content: 'I count.\n\n```python\nprint(3)\n```' },
      { role: 'user', content: 'Execution result: \n3' },
    ]);
  });
});
