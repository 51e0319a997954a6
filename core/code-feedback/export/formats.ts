import { readReply } from '../../replies/read-reply';
import type { DialogueTurn, Preference } from '../../schemas/source-row';
import type { JsonValue } from '../../values/canonical-json';
import { resultOf } from '../result-turn';
import type { ColumnType, Columns } from './columns';

/** A form of an export. */
interface Form {
  /** null: the dialogue has no row in this form. */
  readonly row: (
    id: number,
    turns: readonly DialogueTurn[],
    preference?: Preference,
  ) => JsonObject | null;
  /** The members of its rows, for files that state types. */
  readonly columns: Columns;
}

type JsonObject = Readonly<Record<string, JsonValue>>;

const speakers = { user: 'human', assistant: 'gpt' } as const;

const messages: ColumnType = { list: { members: { role: 'text', content: 'text' } } };

/** The forms of an export. Another one is a row here. */
export const datasetForms = {
  /** As Code-Feedback is published: these members and no others. */
  'code-feedback': {
    row: (id, turns) => ({ id, messages: turns.map((turn) => ({ ...turn })) }),
    columns: { id: 'whole', messages },
  },
  sharegpt: {
    row: (id, turns) => ({
      id: String(id),
      conversations: turns.map(({ role, content }) => ({ from: speakers[role], value: content })),
    }),
    columns: { id: 'text', conversations: { list: { members: { from: 'text', value: 'text' } } } },
  },
  openai: {
    row: (_id, turns) => ({ messages: turns.map((turn) => ({ ...turn })) }),
    columns: { messages },
  },
  /** Code that was run is a call of `execute_code`, and its result a message of the tool. The arguments are JSON in a text. */
  'openai-tools': {
    row: (_id, turns) => toolRow(turns, (code) => JSON.stringify({ code })),
    columns: toolColumns('text'),
  },
  /** The same with an object as arguments: chat templates of Transformers, which TRL uses, write a text as a quoted text. */
  'trl-tools': {
    row: (_id, turns) => toolRow(turns, (code) => ({ code })),
    columns: toolColumns({ members: { code: 'text' } }),
  },
  /** For trainers of preferences (DPO): the problem, a right answer and a wrong one. Only dialogues of own runs have both. */
  preference: {
    row: (_id, [asked], preference?: Preference) =>
      asked === undefined || preference === undefined ? null : preferenceRow(asked, preference),
    columns: { prompt: messages, chosen: messages, rejected: messages },
  },
} as const satisfies Readonly<Record<string, Form>>;

function preferenceRow(asked: DialogueTurn, { chosen, rejected }: Preference): JsonObject {
  return {
    prompt: [{ ...asked }],
    chosen: [{ role: 'assistant', content: chosen }],
    rejected: [{ role: 'assistant', content: rejected }],
  };
}

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

type Arguments = (code: string) => JsonValue;

function toolRow(turns: readonly DialogueTurn[], toArguments: Arguments): JsonObject {
  return { messages: toolMessages(turns, toArguments), tools: [executeCode] };
}

function toolColumns(argumentsType: ColumnType): Columns {
  const called: Columns = { name: 'text', arguments: argumentsType };
  const call: Columns = { id: 'text', type: 'text', function: { members: called } };
  const message: Columns = {
    ...{ role: 'text', content: 'text', tool_call_id: 'text' },
    tool_calls: { list: { members: call } },
  };
  const properties: Columns = { code: { members: { type: 'text' } } };
  const parameters: Columns = {
    ...{ type: 'text', properties: { members: properties }, required: { list: 'text' } },
  };
  const described: Columns = {
    ...{ name: 'text', description: 'text', parameters: { members: parameters } },
  };
  const tool: Columns = { type: 'text', function: { members: described } };
  return { messages: { list: { members: message } }, tools: { list: { members: tool } } };
}

function toolMessages(turns: readonly DialogueTurn[], toArguments: Arguments): JsonValue[] {
  return turns.flatMap((turn, place): JsonValue[] => {
    const before = turns[place - 1];
    const result = resultOf(turn);
    if (result !== null && before !== undefined && lastPython(before.content) !== null) {
      return [{ role: 'tool', tool_call_id: `call_${String(place)}`, content: result }];
    }
    const next = turns[place + 1];
    const run = turn.role === 'assistant' ? lastPython(turn.content) : null;
    if (run === null || next === undefined || resultOf(next) === null) return [{ ...turn }];
    const call = {
      id: `call_${String(place + 1)}`,
      type: 'function',
      function: { name: 'execute_code', arguments: toArguments(run) },
    };
    return [{ ...turn, tool_calls: [call] }];
  });
}

function lastPython(text: string): string | null {
  return readReply(text).blocks.findLast(({ info }) => /^py/i.test(info))?.text ?? null;
}
