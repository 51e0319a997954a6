import { stripReasoning } from '../../core/replies/strip-reasoning';
import { assertNever } from '../../core/values/assert-never';
import { UsageError } from '../../core/errors/errors';
import type { DialogueRules } from '../../core/refinement/dialogue-rules';
import type { AttemptKey, BlobStore, Store } from '../../core/ports/records';
import { refineRequest } from '../../core/refinement/requests/refine-request';
import { transcriptOf } from '../../core/refinement/transcript';
import type { TranscriptEntry } from '../../core/refinement/transcript';
import { BlockOutput } from '../../core/schemas/block-output';
import type {
  Artefact,
  BlockEnd,
  FeedbackSource,
  Round,
  RunBlock,
} from '../../core/schemas/dialogue';
import { asShown } from '../../core/tasks/dropped-tests';
import { findRun } from '../load-run';
import { terminalLine } from '../terminal-safe';

/** A file that a person gave or a block made. */
export interface SavedFile {
  /** As it is called in its session: a program's word. */
  readonly title: string;
  /** As it is saved beside the export: unlike every other, and nothing but a name. */
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

/** What stands in a dialogue, with all its texts. */
export type ConversationEntry =
  | { readonly kind: 'message'; readonly text: string; readonly files: readonly SavedFile[] }
  /** `text` is without the model's thoughts. */
  | {
      readonly kind: 'reply';
      readonly id: string;
      readonly text: string;
      readonly code: string | null;
      readonly via: Round['via'];
    }
  | {
      readonly kind: 'block';
      readonly id: string;
      readonly code: string;
      readonly byPerson: boolean;
      readonly end: BlockEnd;
      /** What the model is told of it. */
      readonly words: string;
      readonly output: BlockOutput;
      readonly files: readonly SavedFile[];
    }
  | {
      readonly kind: 'tests';
      readonly id: string;
      readonly words: string;
      /** The model heard it; otherwise somebody else told it what is wrong, or nobody did. */
      readonly told: boolean;
    }
  | { readonly kind: 'feedback'; readonly source: FeedbackSource; readonly text: string }
  | { readonly kind: 'note'; readonly text: string };

export interface Conversation {
  readonly id: string;
  /** For a heading. */
  readonly title: string;
  readonly model: string;
  readonly entries: readonly ConversationEntry[];
  /** Beginnings of the replies that no longer stand, branch by branch. */
  readonly branches: readonly {
    readonly why: 'retried' | 'undone';
    readonly replies: readonly string[];
  }[];
}

/** Reads a chat (id as `run`) or dialogue. @throws UsageError (`RUN_UNKNOWN`; `BAD_USAGE` for another kind of work) */
export async function loadConversation(store: Store, key: AttemptKey): Promise<Conversation> {
  const { of, asked, ...facts } = await aboutDialogue(store, key);
  const { entries, branches } = transcriptOf(of, await store.dialogues.events(key));
  const reader = new EntryReader(store.blobs);
  const read: ConversationEntry[] = asked.map((text) => ({ kind: 'message', text, files: [] }));
  for (const entry of entries) read.push(await reader.read(entry));
  return {
    ...facts,
    entries: read,
    branches: branches.map(({ why, entries: left }) => ({
      why,
      replies: left.flatMap((entry) => (entry.kind === 'reply' ? [entry.round.reply.excerpt] : [])),
    })),
  };
}

async function aboutDialogue(store: Store, key: AttemptKey) {
  const chat = await store.dialogues.chat(key.run);
  if (chat !== null) {
    const of: DialogueRules = { of: 'chat', blocks: chat.config.blocks, tokenBudget: null };
    const { id, config } = chat;
    return { of, asked: [], id, title: `Chat ${id}`, model: config.model.name };
  }
  const { config } = await findRun(store, key.run);
  if (config.kind !== 'dialogue') {
    throw new UsageError(
      `run ${key.run} is no run of dialogues`,
      `Its attempts are exported with \`espalier run export ${key.run} DIRECTORY\``,
    );
  }
  const { rounds, feedback, profile: promptSet } = config.dialogue;
  const of: DialogueRules = { of: 'problem', rounds, feedback, patience: null, tokenBudget: null };
  const given = await store.problems.problem(config.dataset.sha256, key.problem);
  const shown = await store.runs.shownTests(key);
  const problem = shown === null ? given : asShown(given, shown);
  const first = refineRequest({ promptSet, problem, rounds: [] });
  const asked = first.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const sample = key.sample === 0 ? '' : ` (sample ${String(key.sample)})`;
  const id = `${key.run}/${key.problem}/${String(key.sample)}`;
  const title = `${key.problem} of run ${key.run}${sample}`;
  return { of, asked, id, title, model: config.model.name };
}

class EntryReader {
  private readonly names = new Set<string>();
  private readonly programs = new Map<string, string>();
  private messages = 0;

  constructor(private readonly blobs: BlobStore) {}

  async read(entry: TranscriptEntry): Promise<ConversationEntry> {
    switch (entry.kind) {
      case 'message': {
        this.messages += 1;
        const text = await this.blobs.get(entry.text.sha256);
        const files = await this.files(`given-${String(this.messages)}`, entry.files);
        return { kind: 'message', text, files };
      }
      case 'reply': {
        const { id, reply, program, via } = entry.round;
        const text = stripReasoning(await this.blobs.get(reply.sha256));
        const code = program === null ? null : await this.blobs.get(program);
        if (code !== null) this.programs.set(id, code);
        return { kind: 'reply', id, text, code, via };
      }
      case 'execution': {
        const { round: id, execution } = entry;
        if (execution.on === 'session') {
          return this.block(id, this.programs.get(id) ?? '', execution, false);
        }
        const words = await this.blobs.get(execution.words.sha256);
        return { kind: 'tests', id, words, told: entry.told };
      }
      case 'own-block': {
        const { id, program, execution } = entry.block;
        return this.block(id, await this.blobs.get(program), execution, true);
      }
      case 'feedback': {
        const { source, text } = entry.feedback;
        return { kind: 'feedback', source, text: await this.blobs.get(text.sha256) };
      }
      case 'model-chosen':
        return { kind: 'note', text: `From here on ${entry.model} answers.` };
      case 'turn-ended':
        return { kind: 'note', text: endedWords(entry.cause) };
      case 'approved':
        return { kind: 'note', text: 'The person approved.' };
      case 'stopped':
        return { kind: 'note', text: 'The person stopped it.' };
      default:
        return assertNever(entry);
    }
  }

  private async block(
    id: string,
    code: string,
    { end, words, output, artefacts }: RunBlock,
    byPerson: boolean,
  ): Promise<ConversationEntry> {
    return {
      kind: 'block',
      id,
      code,
      byPerson,
      end,
      words: await this.blobs.get(words.sha256),
      output: BlockOutput.parse(JSON.parse(await this.blobs.get(output))),
      files: await this.files(id, artefacts),
    };
  }

  private files(prefix: string, artefacts: readonly Artefact[]): Promise<readonly SavedFile[]> {
    return Promise.all(
      artefacts.map(async ({ name, mime, sha256 }) => ({
        title: name,
        name: this.freeName(`${prefix}-${plainName(name)}`),
        mime,
        content: Buffer.from(await this.blobs.get(sha256), 'base64'),
      })),
    );
  }

  private freeName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.names.has(name); number += 1) name = `${String(number)}-${wanted}`;
    this.names.add(name);
    return name;
  }
}

/** A cause is often an endpoint's words: one line, quoted, that can be no Markdown. */
function endedWords(cause: string | null): string {
  if (cause === null) return 'The person gave this turn up.';
  return `This turn was given up: “${terminalLine(cause).replace(/([\\`*_[\]<>])/g, '\\$1')}”`;
}

/** Programs name files; what is left of a name can be no path, no flag and no hidden file. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._]+/gu, '-').slice(-100);
}
