import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../config/settings';
import { stateFolder, type StateFolder } from '../../config/state-folder';
import { processesOf } from './machine-processes';
import { startCommand, type CommandEnd, type RunningCommand } from './running-command';
import { temporalBinary } from './temporal-binary';

/** A state folder and the built command on it. The environment holds no setting of the machine. */
export interface EspalierHome {
  readonly folder: StateFolder;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command to its end, whatever its exit code. */
  readonly run: (...args: readonly string[]) => Promise<CommandEnd>;
  readonly start: (...args: readonly string[]) => RunningCommand;
  /** `down`, unless it was the last command and nothing runs, then removes the folder. Safe to repeat. */
  readonly dispose: () => Promise<void>;
}

export interface HomeOptions {
  /** Default: a new empty folder. One that is given stays when the home is disposed of. */
  readonly root?: string;
  /** The command's file. Default: the one that is built. */
  readonly cli?: string;
  /** Settings that are added to the usual ones or replace them. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Short waiting times: a dead process is noticed within seconds. */
const impatience = {
  ESPALIER_HEARTBEAT_MS: '2000',
  ESPALIER_STICKY_MS: '1000',
  ESPALIER_RETRY_INITIAL_MS: '200',
  ESPALIER_RETRY_MAX_MS: '2000',
};

export function createHome(options: HomeOptions = {}): EspalierHome {
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'espalier-home-'));
  const environment = {
    ...machine(),
    ...impatience,
    ...options.environment,
    ESPALIER_HOME: root,
  };
  const folder = stateFolder(readSettings(environment));
  /** Nothing has been started since the last `down` that ended well. */
  let isDown = true;
  const start = (...args: readonly string[]): RunningCommand => {
    isDown = false;
    return startCommand(args, environment, options.cli);
  };
  const run = async (...args: readonly string[]): Promise<CommandEnd> => {
    const end = await start(...args).end;
    if (args[0] === 'down' && end.code === 0) isDown = true;
    return end;
  };
  return {
    folder,
    environment,
    start,
    run,
    dispose: async () => {
      // Another home on this folder may have started something.
      if (!isDown || processesOf(folder.root).length > 0) await run('down', '--now');
      if (options.root === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a command needs of this machine; no key, no endpoint, no engine of somebody's. */
function machine(): Record<string, string> {
  const { PATH = '', HOME = '/' } = process.env;
  const cache = process.env['XDG_CACHE_HOME'];
  const docker = process.env['DOCKER_HOST'];
  const temporal = temporalBinary();
  return {
    PATH,
    HOME,
    ...(cache === undefined ? {} : { XDG_CACHE_HOME: cache }),
    ...(docker === undefined ? {} : { DOCKER_HOST: docker }),
    ...(temporal?.includes('/') === true ? { TEMPORAL_CLI_PATH: temporal } : {}),
  };
}

/** The one document on stdout. @throws Error with the command's words when there is none. */
export function documentOf(end: CommandEnd): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(end.stdout) as Readonly<Record<string, unknown>>;
  } catch {
    throw new Error(`no JSON document, exit ${String(end.code)}: ${end.stdout}\n${end.stderr}`);
  }
}
