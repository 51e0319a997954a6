import { readFile } from 'node:fs/promises';
import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { sha256Of } from '../sha256-of';

/** A reply as text, which may hold a fence; or code to be run, as a tool call where there are tools. */
const ScriptReply = z.union([
  z.string(),
  z.strictObject({ text: z.string().default(''), code: z.string() }),
]);
export type ScriptReply = z.infer<typeof ScriptReply>;

/** What a simulated model says in a chat: for each message that it expects, its replies in order. */
export const ChatScript = z.strictObject({
  turns: z
    .array(
      z.strictObject({ say: z.string().trim().min(1), replies: z.array(ScriptReply).default([]) }),
    )
    .min(1),
});
export type ChatScript = z.infer<typeof ChatScript>;

export interface LoadedChatScript extends ChatScript {
  /** Over the bytes of the file. */
  readonly sha256: string;
}

/** @throws UsageError (`CHAT_SCRIPT_UNREADABLE`, `CHAT_SCRIPT_MALFORMED`) naming file, place and remedy. */
export async function loadChatScript(file: string): Promise<LoadedChatScript> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UsageError(
      `chat script ${file} cannot be read: ${reasonOf(cause)}`,
      'Check the path of the script',
      { code: 'CHAT_SCRIPT_UNREADABLE', cause },
    );
  });
  return { ...parseScript(file, text), sha256: sha256Of(text) };
}

function parseScript(file: string, text: string): ChatScript {
  try {
    return ChatScript.parse(JSON.parse(text));
  } catch (cause) {
    const issue = cause instanceof z.ZodError ? cause.issues[0] : undefined;
    const why = issue === undefined ? reasonOf(cause) : `${issue.path.join('.')}: ${issue.message}`;
    throw new UsageError(
      `chat script ${file}: ${why}`,
      'Write {"turns": [{"say": "...", "replies": ["...", {"text": "...", "code": "..."}]}]}',
      { code: 'CHAT_SCRIPT_MALFORMED', cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
