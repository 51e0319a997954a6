import { spawn } from 'node:child_process';

import { GitMissingError } from '../errors';

export interface GitSettings {
  /** Variables of the proxy, and nothing else of the process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: Buffer;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
  /** `Authorization` for this address; by a variable, since arguments are for everybody to see. */
  readonly authorization?: { readonly url: string; readonly value: string };
  readonly signal?: AbortSignal;
}

export class GitError extends Error {
  constructor(
    message: string,
    /** null: it has answered nothing, killed at its limit or by the machine, which may not even have started it. */
    readonly exitCode: number | null,
    /** All that it wrote last: the cause often stands beside the line that tells. */
    readonly complaint: string,
  ) {
    super(message);
  }
}

/** For what git says no to; of one that was stopped, nothing is known, and it is thrown on. */
export function ifRefused<T>(value: T): (cause: unknown) => T {
  return (cause) => {
    if (cause instanceof GitError && cause.exitCode !== null) return value;
    throw cause;
  };
}

/** What a foreign repository could have run, fetched or asked for is turned off, whatever its own settings say. */
const settings = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['protocol.https.allow', 'always'],
  ['protocol.http.allow', 'always'],
  ['protocol.ssh.allow', 'always'],
  ['protocol.git.allow', 'always'],
  ['protocol.file.allow', 'always'],
  ['safe.directory', '*'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['log.showSignature', 'false'],
  ['transfer.fsckObjects', 'true'],
  // Old repositories have these, and they do no harm where nothing is checked out.
  ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
  ['fetch.fsck.missingSpaceBeforeDate', 'ignore'],
  ['fetch.fsck.badTimezone', 'ignore'],
] as const;

/** Without the user's settings, prompts, hooks, locks, lazy fetches. @throws GitError with the last line, no credentials */
export async function runGit(argv: readonly string[], options: GitSettings = {}): Promise<Buffer> {
  const { authorization } = options;
  const secret: Record<string, string> = authorization
    ? {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `http.${authorization.url}.extraHeader`,
        GIT_CONFIG_VALUE_0: `Authorization: ${authorization.value}`,
      }
    : {};
  const child = spawn(
    'git',
    [...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]), ...argv],
    {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: '/nonexistent',
        LC_ALL: 'C.UTF-8',
        TZ: 'UTC',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_ASKPASS: '/bin/true',
        GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_NO_REPLACE_OBJECTS: '1',
        ...options.environment,
        ...secret,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(options.signal ? { signal: options.signal } : {}),
    },
  );
  // Not `timeout` of spawn: its timer goes on where git could not be started, and keeps the process alive.
  const limit = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 120_000);
  const out: Buffer[] = [];
  let bytes = 0;
  let complaint = '';
  // What could not be started may have no pipes.
  child.on('spawn', () => {
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > (options.mostBytes ?? 1024 ** 3)) child.kill('SIGKILL');
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-8000);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new GitMissingError(error)
          : new GitError(error.message, null, ''),
      ),
    );
    child.on('close', resolve);
  }).finally(() => {
    clearTimeout(limit);
  });
  if (exitCode === 0) return Buffer.concat(out);
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1);
  throw new GitError(
    (telling ?? (exitCode === null ? 'git was stopped' : `ended with ${exitCode}`))
      .replace(/\/\/[^/@\s]+@/g, '//')
      .slice(0, 500),
    exitCode,
    complaint,
  );
}
