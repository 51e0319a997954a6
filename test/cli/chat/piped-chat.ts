import { spawn } from 'node:child_process';

import { builtCli } from '../../../laboratory/home/built-cli';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';

/** `espalier chat` as a process whose lines a test types. */
export interface PipedChat {
  /** Types a line; resolves with what was shown of it when `last` has been. */
  readonly type: (line: string, last: string) => Promise<string>;
  /** Lines that it has shown so far. */
  readonly shown: () => string;
  /** What it has told of itself. */
  readonly notes: () => string;
  /** The end of what is typed; resolves with its exit code. */
  readonly leave: () => Promise<number | null>;
}

export function pipedChat(home: EspalierHome, ...args: readonly string[]): PipedChat {
  const child = spawn(process.execPath, [builtCli(), 'chat', ...args], {
    env: home.environment,
    stdio: 'pipe',
  });
  let shown = '';
  let notes = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
  const end = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return {
    type: async (line, last) => {
      const before = shown.length;
      child.stdin.write(`${line}\n`);
      const look = (): string | null => {
        const news = shown.slice(before);
        if (news.endsWith(`${last}\n`)) return news;
        if (child.exitCode === null) return null;
        throw new Error(`the chat ended before ${JSON.stringify(last)}: ${shown}\n${notes}`);
      };
      return eventually(JSON.stringify(last), look, { withinMs: 90_000 }).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}\n${shown}\n${notes}`, { cause: error });
        },
      );
    },
    shown: () => shown,
    notes: () => notes,
    leave: () => {
      child.stdin.end();
      return end;
    },
  };
}
