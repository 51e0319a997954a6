import { execFile } from 'node:child_process';

const withinMs = 30_000;

/** Tells the user's systemd something. Never throws: null when it has done so, else why not, in a line. */
export function systemctl(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { timeout: withinMs, env: environment };
    execFile('systemctl', ['--user', ...words], options, (error, _stdout, stderr) => {
      if (error === null) resolve(null);
      else resolve(stderr.trim().split('\n')[0] || error.message);
    });
  });
}
