export interface UnitFacts {
  /** The state folder. */
  readonly root: string;
  /** The supervisor's program and arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** The text of a systemd user unit that runs a state folder's supervisor from boot to shutdown. */
export function unitText({ root, command, environment, logFile }: UnitFacts): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return [
    '[Unit]',
    `Description=espalier: goes on with the runs of ${specifierSafe(root)}`,
    // A folder that was removed is left alone, and each start of many is in order.
    `ConditionPathIsDirectory=${specifierSafe(root)}`,
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    `ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}`,
    'Restart=always',
    'RestartSec=5',
    // Engine, worker and model servers are started by it, and outlive it.
    'KillMode=process',
    ...variables,
    `StandardOutput=append:${specifierSafe(logFile)}`,
    `StandardError=append:${specifierSafe(logFile)}`,
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** One word as systemd reads it: `man systemd.syntax`, quoting. */
function quoted(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `"${specifierSafe(escaped)}"`;
}

function specifierSafe(text: string): string {
  return text.replaceAll('%', '%%');
}
