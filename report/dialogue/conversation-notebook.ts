import type { JsonValue } from '../../core/values/canonical-json';
import { artefactStub } from '../../core/refinement/feedback/artefact-stub';
import type { BlockOutput } from '../../core/schemas/block-output';
import { terminalSafe } from '../terminal-safe';
import { aroundBlock } from './around-block';
import type { Conversation, ConversationEntry, SavedFile } from './conversation';
import { endWords } from './end-words';

type Block = Extract<ConversationEntry, { kind: 'block' }>;
type Reply = Extract<ConversationEntry, { kind: 'reply' }>;
type Json = Readonly<Record<string, JsonValue>>;

/** A conversation as a Jupyter notebook (nbformat 4.5): words in Markdown cells, blocks with what they gave in code cells. */
export function conversationNotebook({ title, model, entries }: Conversation): JsonValue {
  const cells = new Cells();
  cells.words(`# ${title}\n\nModel: ${model}`);
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1];
    const isRun = entry.kind === 'reply' && next?.kind === 'block' && next.id === entry.id;
    if (isRun) addRunReply(cells, entry, next);
    else addEntry(cells, entry, entries[index - 1]);
  }
  return {
    cells: cells.made,
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
}

class Cells {
  readonly made: Json[] = [];
  private runs = 0;

  words(text: string): void {
    const source = terminalSafe(text).trim();
    if (source !== '') this.add('markdown', { source });
  }

  /** Code that nobody ran in a session. */
  program(source: string): void {
    this.add('code', { source, execution_count: null, outputs: [] });
  }

  block({ code: source, output, files, end }: Block): void {
    const wasRun = end !== 'input-refused';
    if (wasRun) this.runs += 1;
    const count = wasRun ? this.runs : null;
    this.add('code', {
      source,
      execution_count: count,
      outputs: [
        ...outputCells(output, files, count),
        ...endWords[end].map((words) => stream('stderr', `${words}\n`)),
      ],
    });
  }

  private add(type: 'markdown' | 'code', parts: Json): void {
    const id = `cell-${String(this.made.length + 1)}`;
    this.made.push({ id, cell_type: type, metadata: {}, ...parts });
  }
}

function addRunReply(cells: Cells, { text, code, via }: Reply, block: Block): void {
  const around = via === 'tool' || code === null ? null : aroundBlock(text, code);
  cells.words(around?.before ?? text);
  cells.block(block);
  cells.words(around?.after ?? '');
}

function addEntry(
  cells: Cells,
  entry: ConversationEntry,
  before: ConversationEntry | undefined,
): void {
  switch (entry.kind) {
    case 'message': {
      const files = entry.files.map(({ title, name }) => `- \`${title}\`, saved as \`${name}\`\n`);
      cells.words(`**Person**\n\n${files.join('')}\n${entry.text}`);
      return;
    }
    case 'reply': {
      const around = entry.code === null ? null : aroundBlock(entry.text, entry.code);
      cells.words(around?.before ?? entry.text);
      if (entry.code !== null && (around !== null || entry.via === 'tool')) {
        cells.program(entry.code);
      }
      cells.words(around?.after ?? '');
      return;
    }
    case 'block':
      // A reply's own block stands with the reply.
      if (before?.kind !== 'reply' || before.id !== entry.id) cells.block(entry);
      return;
    case 'tests':
      cells.words(`**Execution result**\n\n${quoted(entry.words)}`);
      return;
    case 'feedback':
      cells.words(`**Feedback (${entry.source})**\n\n${entry.text}`);
      return;
    case 'note':
      cells.words(`*${entry.text}*`);
  }
}

function outputCells(
  output: BlockOutput,
  files: readonly SavedFile[],
  count: number | null,
): readonly Json[] {
  const shown = new Set<string>();
  const outputs = output.flatMap((part): readonly Json[] => {
    switch (part.kind) {
      case 'stdout':
      case 'stderr':
        return [stream(part.kind, part.text)];
      case 'value':
        return [
          {
            output_type: 'execute_result',
            execution_count: count,
            data: { 'text/plain': terminalSafe(part.text) },
            metadata: {},
          },
        ];
      case 'table':
        return [display({ 'text/plain': terminalSafe(part.text) })];
      case 'error':
        return [errorCell(part.text)];
      case 'dropped':
        return [stream('stderr', `[... ${String(part.bytes)} bytes left out ...]\n`)];
      case 'artefact':
        shown.add(part.name);
        return files.filter(({ title }) => title === part.name).map(fileCell);
    }
  });
  return [...outputs, ...files.filter(({ title }) => !shown.has(title)).map(fileCell)];
}

function stream(name: 'stdout' | 'stderr', text: string): Json {
  return { output_type: 'stream', name, text: terminalSafe(text) };
}

function display(data: Json): Json {
  return { output_type: 'display_data', data, metadata: {} };
}

function errorCell(text: string): Json {
  const traceback = terminalSafe(text).trimEnd().split('\n');
  const [, ename = 'Error', evalue = ''] =
    /^([\w.]+)(?:: ?([^]*))?$/m.exec(traceback.findLast((line) => /^\w/.test(line)) ?? '') ?? [];
  return { output_type: 'error', ename, evalue, traceback };
}

const inBase64 = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** An image shows; of another file there is where it lies. */
function fileCell({ title, name, mime, content }: SavedFile): Json {
  const stub = artefactStub({ name: title, mime, bytes: content.byteLength });
  const words = { 'text/plain': `${stub} saved as ${name}` };
  const bytes = Buffer.from(content);
  if (inBase64.includes(mime)) return display({ ...words, [mime]: bytes.toString('base64') });
  if (mime === 'image/svg+xml') return display({ ...words, [mime]: bytes.toString('utf8') });
  return display(words);
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
