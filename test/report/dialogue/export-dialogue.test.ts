import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepBlock, keepFile } from '../../../activities/dialogue/sessions/block-record';
import { TextStore } from '../../../activities/work/text-store';
import type { AttemptKey, Store } from '../../../core/ports/records';
import type { OutputPart, SessionFile } from '../../../core/adapters/session';
import { blockWords } from '../../../core/refinement/feedback/block-words';
import { ChatConfig } from '../../../core/schemas/chat';
import type {
  DialogueEvent,
  Execution,
  Feedback,
  Round,
  RunBlock,
} from '../../../core/schemas/dialogue';
import { exportDialogue } from '../../../report/dialogue/export-dialogue';
import { runConfig } from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../../store/store-folder';

let here: StoreFolder;
let store: Store;
let folder: string;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
  folder = mkdtempSync(join(tmpdir(), 'espalier-export-'));
});
afterEach(async () => {
  await here.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const chatKey: AttemptKey = { run: 'chat-1', problem: 'chat', sample: 0 };
const png = Buffer.from('89504e470d0a1a0a', 'hex');

/** Writes a dialogue's events as its activities would. */
class Recorder {
  private place = 0;
  private rounds = 0;

  constructor(private readonly key: AttemptKey) {}

  async add(event: DialogueEvent): Promise<void> {
    await store.dialogues.addEvent(this.key, this.place, event);
    this.place += 1;
  }

  text(text: string) {
    return new TextStore(store.blobs).keep(text);
  }

  async says(text: string, files: readonly SessionFile[] = []): Promise<void> {
    const kept = await Promise.all(files.map((file) => keepFile(store.blobs, file)));
    await this.add({ kind: 'message-given', text: await this.text(text), files: kept });
  }

  async ran(
    parts: readonly OutputPart[],
    { end = 'finished', artefacts = [] }: Partial<Ran> = {},
  ): Promise<RunBlock> {
    const told = artefacts.map(({ name, mime, content }) => ({
      name,
      mime,
      bytes: content.byteLength,
    }));
    const words = blockWords({ end, parts, blockMs: 20_000, artefacts: told, rebuilt: null });
    const result = { end, parts, artefacts, wallMs: 3 };
    return keepBlock(store.blobs, result, { words, rebuilt: null });
  }

  async replies(text: string, about: Partial<Replied> = {}): Promise<void> {
    const { program = null, via = 'fence', execution = null, feedback = null } = about;
    this.rounds += 1;
    const round: Round = {
      id: `r${String(this.rounds)}`,
      ordinal: this.rounds - 1,
      parent: null,
      number: this.rounds,
      reply: await this.text(text),
      finishReason: 'stop',
      program: program === null ? null : await store.blobs.put(program),
      via: program === null ? null : via,
      execution,
      feedback,
      trimmed: 0,
      tokens: 1,
      calls: [],
    };
    await this.add({ kind: 'round-made', round });
  }
}

interface Ran {
  readonly end: RunBlock['end'];
  readonly artefacts: readonly SessionFile[];
}
interface Replied {
  readonly program: string;
  readonly via: 'fence' | 'tool';
  readonly execution: Execution;
  readonly feedback: Feedback | null;
}

async function exported(key: AttemptKey, { force = false } = {}) {
  const { files } = await exportDialogue({ store, key, directory: join(folder, 'out'), force });
  const read = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
  return {
    files,
    read,
    messages: JSON.parse(read('messages.json')) as {
      readonly id: string;
      readonly messages: readonly { readonly role: string; readonly content: string }[];
    },
    markdown: read('transcript.md'),
    notebook: JSON.parse(read('notebook.ipynb')) as {
      readonly cells: readonly Readonly<Record<string, unknown>>[];
    },
  };
}

const fence = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

/** A chat with everything in it that a chat can have. */
async function beginChat(): Promise<Recorder> {
  await store.dialogues.createChat(
    'chat-1',
    ChatConfig.parse({
      model: { kind: 'simulated', name: 'simulated', logicalEndpoint: 'simulated' },
      session: { blockMs: 20_000, memoryMb: 2048 },
    }),
  );
  return new Recorder(chatKey);
}

async function recordChat(): Promise<void> {
  const chat = await beginChat();
  await chat.says('Plot the file.', [
    { name: '../data.csv', mime: 'text/csv', content: Buffer.from('1,2\n') },
  ]);
  const plot = { name: 'figure-1.png', mime: 'image/png', content: png };
  await chat.replies(`<think>hm</think>Reading it.\n\n${fence('plot()')}\n\nThat draws it.`, {
    program: 'plot()',
    execution: await chat.ran(
      [
        { kind: 'stdout', text: 'drawing \u001b[31mred\u001b[0m\n' },
        { kind: 'artefact', name: 'figure-1.png' },
        { kind: 'value', text: '42' },
      ],
      { artefacts: [plot, { name: 'out.txt', mime: 'text/plain', content: Buffer.from('x') }] },
    ),
  });
  await chat.replies('Once more by tool.', {
    program: 'fail()',
    via: 'tool',
    execution: await chat.ran(
      [{ kind: 'error', text: '  File "<block>", line 1\nValueError: no: good' }],
      { end: 'raised', artefacts: [plot] },
    ),
  });
  await chat.replies('Done.');
  const execution = await chat.ran([{ kind: 'stdout', text: '7\n' }]);
  await chat.add({
    kind: 'block-run',
    id: 'b4',
    program: await store.blobs.put('print(7)'),
    execution,
  });
  await chat.says('Thanks. \u202eevil');
  await chat.replies(`No.\n${fence('input()')}`, {
    program: 'input()',
    execution: await chat.ran([], { end: 'input-refused' }),
  });
  await chat.replies('You are welcome.');
  await chat.says('Forget this.');
  await chat.replies('Forgotten words.');
  await chat.add({ kind: 'turn-undone' });
  await chat.says('Nobody has answered this.');
}

describe('the export of a chat', () => {
  it('has messages in turns, code inline however it came, results as words of the user', async () => {
    await recordChat();
    const { messages } = await exported(chatKey);
    expect(messages.id).toBe('chat-1');
    const { messages: said } = messages;
    expect(said.map(({ role }) => role)).toEqual(
      said.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    );
    expect(said.map(({ content }) => content)).toEqual([
      'New in the working folder:\n[file ../data.csv, 4 B]\n\nPlot the file.',
      `Reading it.\n\n${fence('plot()')}\n\nThat draws it.`,
      expect.stringMatching(/^Execution result: \n[^]*red[^]*\[image figure-1.png\]/),
      `Once more by tool.\n\n${fence('fail()')}`,
      expect.stringMatching(/^Execution result: \n[^]*ValueError: no: good/),
      'Done.',
      expect.stringMatching(
        /^I ran this in the session myself:\n\n```python\nprint\(7\)\n```\n\nExecution result: \n[^]*7[^]*Thanks\. \u202eevil$/,
      ),
      `No.\n${fence('input()')}`,
      expect.stringMatching(/^Execution result: \n.*asks for input/),
      'You are welcome.',
    ]);
  });

  it('saves files beside it under names that lead nowhere else, and links them', async () => {
    await recordChat();
    const { files, markdown, read } = await exported(chatKey);
    expect(files).toEqual([
      'given-1-..-data.csv',
      'r1-figure-1.png',
      'r1-out.txt',
      'r2-figure-1.png',
      'messages.json',
      'transcript.md',
      'notebook.ipynb',
    ]);
    expect(read('given-1-..-data.csv')).toBe('1,2\n');
    expect(readFileSync(join(folder, 'out', 'r1-figure-1.png'))).toEqual(png);
    expect(markdown).toContain('![figure-1.png](r1-figure-1.png)');
    expect(markdown).toContain('[out.txt](r1-out.txt)');
    expect(markdown).toContain('- undone: Forgotten words.');
  });

  it('holds nothing that could move a cursor or turn a line around', async () => {
    await recordChat();
    const { read } = await exported(chatKey);
    for (const file of ['messages.json', 'transcript.md', 'notebook.ipynb']) {
      expect(read(file)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  it('says why a turn was given up, in words that can be nothing else', async () => {
    const chat = await beginChat();
    await chat.says('Go.');
    await chat.add({ kind: 'turn-ended', cause: 'no\n# key *at* all \u202e' });
    const { markdown } = await exported(chatKey);
    expect(markdown).toContain('*This turn was given up: “no # key \\*at\\* all \\\\u202e”*');
  });

  it('is a notebook whose code cells hold what their blocks gave', async () => {
    await recordChat();
    const { notebook } = await exported(chatKey);
    expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
    const cells = notebook.cells.map(({ cell_type, source, execution_count, outputs }) =>
      cell_type === 'markdown' ? source : { source, execution_count, outputs },
    );
    expect(cells).toEqual([
      '# Chat chat-1\n\nModel: simulated',
      expect.stringContaining('saved as `given-1-..-data.csv`'),
      'Reading it.',
      {
        source: 'plot()',
        execution_count: 1,
        outputs: [
          { output_type: 'stream', name: 'stdout', text: 'drawing \\x1b[31mred\\x1b[0m\n' },
          {
            output_type: 'display_data',
            data: {
              'text/plain': '[image figure-1.png] saved as r1-figure-1.png',
              'image/png': png.toString('base64'),
            },
            metadata: {},
          },
          {
            output_type: 'execute_result',
            execution_count: 1,
            data: { 'text/plain': '42' },
            metadata: {},
          },
          {
            output_type: 'display_data',
            data: { 'text/plain': '[file out.txt, 1 B] saved as r1-out.txt' },
            metadata: {},
          },
        ],
      },
      'That draws it.',
      'Once more by tool.',
      {
        source: 'fail()',
        execution_count: 2,
        outputs: [
          {
            output_type: 'error',
            ename: 'ValueError',
            evalue: 'no: good',
            traceback: ['  File "<block>", line 1', 'ValueError: no: good'],
          },
          expect.objectContaining({ output_type: 'display_data' }),
        ],
      },
      'Done.',
      {
        source: 'print(7)',
        execution_count: 3,
        outputs: [{ output_type: 'stream', name: 'stdout', text: '7\n' }],
      },
      '**Person**\n\n\nThanks. \\u202eevil',
      'No.',
      {
        source: 'input()',
        execution_count: null,
        outputs: [
          { output_type: 'stream', name: 'stderr', text: 'It was not run: it asks for input.\n' },
        ],
      },
      'You are welcome.',
      '**Person**\n\n\nNobody has answered this.',
    ]);
    const ids = notebook.cells.map(({ id }) => String(id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[\w-]{1,64}$/.test(id))).toBe(true);
  });

  it('refuses a folder that is not empty, unless told to', async () => {
    await recordChat();
    writeFileSync(join(folder, 'kept.txt'), 'mine');
    const options = { store, key: chatKey, directory: folder };
    await expect(exportDialogue({ ...options, force: false })).rejects.toMatchObject({
      code: 'EXPORT_NOT_EMPTY',
    });
    await exportDialogue({ ...options, force: true });
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('mine');
  });

  it('says that there is none where there is none', async () => {
    await expect(exported({ ...chatKey, run: 'chat-2' })).rejects.toMatchObject({
      code: 'RUN_UNKNOWN',
    });
  });
});

describe("the export of an attempt's dialogue", () => {
  const key: AttemptKey = { run: 'run-1', problem: 'HumanEval/0', sample: 0 };

  async function recordRun(): Promise<Recorder> {
    const { dataset, problems, model, seed, samples, limits, assurance, reuse, regrade } =
      runConfig();
    await store.runs.createRun('run-1', {
      ...{ dataset, problems, model, seed, samples, limits, assurance, reuse, regrade },
      kind: 'dialogue',
      method: 'refine',
      dialogue: { rounds: 3, feedback: 'human', feedbackTests: 'public', profile: 'espalier' },
    });
    await store.problems.save(dataset.sha256, [
      {
        problem: {
          kind: 'function',
          id: 'HumanEval/0',
          dataset: 'humaneval',
          statement: 'def f():\n    "Gives one."\n',
          entryPoint: 'f',
          preamble: '',
          visibleTests: ['assert f() == 1', 'assert f() == 2'],
          visibleSetup: '',
        },
        hidden: { kind: 'function', setup: '', test: 'assert f() == 1' },
      },
    ]);
    return new Recorder(key);
  }

  it('begins with the tests that the model was shown, without those that a reference fails', async () => {
    await recordRun();
    const before = await exported(key);
    expect(before.markdown).toContain('assert f() == 2');
    const dropped = [{ place: 1, test: 'assert f() == 2', became: 'failed' as const }];
    await store.runs.keepShownTests(key, { of: 2, dropped });
    const { markdown, messages } = await exported(key, { force: true });
    expect(markdown).toContain('assert f() == 1');
    expect(markdown).not.toContain('assert f() == 2');
    expect(JSON.stringify(messages)).not.toContain('assert f() == 2');
  });

  it('begins with the problem, and tells what the model was told and nothing else', async () => {
    const dialogue = await recordRun();
    const words = await dialogue.text('1 of 2 tests failed');
    const tested: Execution = {
      on: 'tests',
      kind: 'wrong-output',
      verdict: 'failed',
      passed: 1,
      total: 2,
      words,
      timeSensitive: false,
    };
    const told = async (source: Feedback['source'], text: string): Promise<Feedback> => ({
      source,
      text: await dialogue.text(text),
      refused: [],
      neutral: false,
    });
    const program = 'def f():\n    return 1';
    const how = { program, execution: tested };
    await dialogue.replies(fence(program), {
      ...how,
      feedback: await told('human', 'Look again.'),
    });
    await dialogue.replies(fence(program), {
      ...how,
      feedback: { ...(await told('execution', '1 of 2 tests failed')) },
    });
    await dialogue.replies(fence(program), how);
    const { messages, notebook, markdown } = await exported(key);
    expect(messages.id).toBe('run-1/HumanEval/0/0');
    expect(messages.messages.map(({ content }) => content)).toEqual([
      expect.stringContaining('def f'),
      fence(program),
      'Look again.',
      fence(program),
      'Execution result: \n1 of 2 tests failed',
      fence(program),
    ]);
    expect(markdown.match(/1 of 2 tests failed/g)).toHaveLength(3);
    expect(notebook.cells.filter(({ cell_type }) => cell_type === 'code')).toHaveLength(3);
  });
});
