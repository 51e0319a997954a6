import { executionResult } from '../../refinement/feedback/block-words';
import { readReply } from '../../replies/read-reply';
import type { DialogueTurn } from '../../schemas/source-row';
import type { JsonValue } from '../../values/canonical-json';

/** A row of an export in one of its forms. */
type Form = (id: number, turns: readonly DialogueTurn[]) => JsonValue;

const speakers = { user: 'human', assistant: 'gpt' } as const;

/** The forms of an export. Another one is a row here. */
export const datasetForms = {
  /** As Code-Feedback is published: these members and no others. */
  'code-feedback': (id, turns) => ({ id, messages: turns.map((turn) => ({ ...turn })) }),
  sharegpt: (id, turns) => ({
    id: String(id),
    conversations: turns.map(({ role, content }) => ({ from: speakers[role], value: content })),
  }),
  openai: (_id, turns) => ({ messages: turns.map((turn) => ({ ...turn })) }),
  /** Code that was run is a call of `execute_code`, and its result a message of the tool. */
  'openai-tools': (_id, turns) => ({ messages: toolMessages(turns), tools: [executeCode] }),
} as const satisfies Readonly<Record<string, Form>>;

export type DatasetForm = keyof typeof datasetForms;
export const datasetFormNames = Object.keys(datasetForms) as [DatasetForm, ...DatasetForm[]];

const executeCode: JsonValue = {
  type: 'function',
  function: {
    name: 'execute_code',
    description: 'Run Python code and return its output.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
    },
  },
};

function toolMessages(turns: readonly DialogueTurn[]): JsonValue[] {
  return turns.flatMap((turn, place): JsonValue[] => {
    const before = turns[place - 1];
    const code = turn.role === 'user' && before !== undefined ? lastPython(before.content) : null;
    if (code !== null && turn.content.startsWith(executionResult)) {
      const result = turn.content.slice(executionResult.length);
      return [{ role: 'tool', tool_call_id: `call_${String(place)}`, content: result }];
    }
    const next = turns[place + 1];
    const run = turn.role === 'assistant' ? lastPython(turn.content) : null;
    if (run === null || next?.content.startsWith(executionResult) !== true) return [{ ...turn }];
    const call = {
      id: `call_${String(place + 1)}`,
      type: 'function',
      function: { name: 'execute_code', arguments: JSON.stringify({ code: run }) },
    };
    return [{ ...turn, tool_calls: [call] }];
  });
}

function lastPython(text: string): string | null {
  return readReply(text).blocks.findLast(({ info }) => /^py/i.test(info))?.text ?? null;
}
