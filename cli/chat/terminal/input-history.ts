import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Lines that are remembered from one chat to the next. */
export const keptHistory = 1_000;
/** Longer ones are not kept: they were pasted, and are in the chat. */
const longestLine = 4_000;

/** What was typed before, the newest first; nothing when there is no such file, or it is none of ours. */
export async function readHistory(file: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    return lines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => typeof line === 'string')
      .slice(0, keptHistory);
  } catch {
    return [];
  }
}

/** Keeps it for its owner alone. That it cannot be kept is no reason to end in trouble. */
export async function writeHistory(file: string, lines: readonly string[]): Promise<void> {
  const kept = lines.filter((line) => line.length <= longestLine).slice(0, keptHistory);
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(beside, kept.map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    });
    await rename(beside, file);
  } catch {
    return;
  }
}
