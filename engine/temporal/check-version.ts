import type { RunCommand } from './run-command';

/** SQLite pragmas of older ones are broken (temporalio/cli issue 681); this is the server of CLI 1.3.0. */
const oldest = [1, 27, 0] as const;

export type VersionCheck =
  | { readonly kind: 'usable'; readonly serverVersion: string }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Asks a `temporal` program which server it holds, and whether that one will do. */
export async function checkVersion(run: RunCommand, path: string): Promise<VersionCheck> {
  const { stdout, problem } = await run([path, '--version'], { timeoutMs: 30_000 });
  if (problem !== null) return { kind: 'unusable', reason: problem };
  const version = /\bServer (\d+)\.(\d+)\.(\d+[\w.-]*)/.exec(stdout);
  if (version === null) {
    return { kind: 'unusable', reason: `it does not name a Temporal server: ${firstLine(stdout)}` };
  }
  const parts = version.slice(1).map((part) => Number.parseInt(part, 10));
  const serverVersion = version.slice(1).join('.');
  if (isOlder(parts)) {
    const wanted = oldest.join('.');
    return { kind: 'unusable', reason: `its server ${serverVersion} is older than ${wanted}` };
  }
  return { kind: 'usable', serverVersion };
}

function isOlder(parts: readonly number[]): boolean {
  for (const [index, least] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

function firstLine(text: string): string {
  return JSON.stringify((text.split('\n')[0] ?? '').slice(0, 200));
}
