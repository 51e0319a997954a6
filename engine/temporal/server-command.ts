import { searchAttributeNames } from '../../core/durable/search-attributes';
import type { Ports } from '../../processes/managed-process';
import type { PortPolicy } from '../../processes/ports';
import type { Command } from '../../processes/spawn-detached';

export const localHost = '127.0.0.1';
export const localNamespace = 'default';

/** Workers and clients hold the front end's address, so it never moves by itself; the others may. */
export const enginePorts: Readonly<Record<'frontend' | 'ui' | 'metrics', PortPolicy>> = {
  frontend: 'keep',
  ui: 'replace',
  metrics: 'replace',
};

/** The server's own settings, each with its reason. They are not kept in its database: every start repeats them. */
const dynamicConfig: Readonly<Record<string, number | boolean>> = {
  // The default of 20 a second delays every sequential step by 40 ms: a step takes a third of the time with this.
  'history.transferProcessorMaxPollRPS': 1000,
  // One partition: no hops between four, and a queue's rate limit is not divided by four.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // An activity goes back with the workflow task's answer to the worker that asked for it: one hop less.
  'system.enableActivityEagerExecution': true,
  // No request to the outside.
  'frontend.enableServerVersionCheck': false,
};

/** WAL with NORMAL survives any kill (only power loss can take the last moments) at three times the default's speed. */
const pragmas = { journal_mode: 'WAL', synchronous: 'NORMAL' } as const;

export interface ServerFiles {
  readonly binary: string;
  readonly database: string;
  /** Home of the server process, so that no configuration file of the user's own CLI applies. */
  readonly home: string;
  readonly searchPath: string;
}

/** The command line of the local server: everything on 127.0.0.1. */
export function serverCommand(files: ServerFiles, ports: Ports): Command {
  const portOf = (name: keyof typeof enginePorts): string => String(ports[name]);
  return {
    file: files.binary,
    args: [
      ...['server', 'start-dev', '--db-filename', files.database],
      ...['--ip', localHost, '--port', portOf('frontend')],
      ...['--ui-ip', localHost, '--ui-port', portOf('ui'), '--metrics-port', portOf('metrics')],
      ...['--log-level', 'warn'],
      ...repeat('--sqlite-pragma', pragmas),
      ...repeat('--dynamic-config-value', dynamicConfig),
      ...searchAttributeNames.flatMap((name) => ['--search-attribute', `${name}=Keyword`]),
    ],
    environment: cliEnvironment(files),
    workingFolder: files.home,
  };
}

/** For the server and for commands to it. GOGC: a tenth less CPU for some 300 MB of memory. */
export function cliEnvironment(files: ServerFiles): Readonly<Record<string, string>> {
  return { PATH: files.searchPath, HOME: files.home, GOGC: '400' };
}

function repeat(flag: string, values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${String(value)}`]);
}
