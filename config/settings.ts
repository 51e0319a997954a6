import { resolve } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import { sandboxBackends } from '../core/names/sandbox-backends';

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('')
  .transform((value) => value === '1' || value === 'true');
const choice = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true')
  .optional();
const ms = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const text = z.string().min(1).optional();

/** Every setting: its environment variable, default, unit and meaning. Nothing else reads `process.env`. */
const Environment = z.object({
  /** State folder: store, engine database, logs, pid files. Default `${XDG_STATE_HOME:-~/.local/state}/espalier`. */
  ESPALIER_HOME: text,
  XDG_STATE_HOME: text,
  XDG_CACHE_HOME: text,
  /** Where `up --install` writes its unit: `systemd/user` below it. Default `~/.config`. */
  XDG_CONFIG_HOME: text,
  HOME: z.string().min(1).default('/'),
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  /** An engine of yours; absent: a local server is started. */
  TEMPORAL_ADDRESS: text,
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  /** The `temporal` binary for the local server. */
  TEMPORAL_CLI_PATH: text,
  OPENAI_BASE_URL: text,
  OPENAI_API_KEY: text,
  /** A file of mode 0600 that holds it, for who restarts a worker without a shell of yours. */
  OPENAI_API_KEY_FILE: text,
  /** `auto` takes bubblewrap, else Docker. */
  ESPALIER_SANDBOX: z.enum(['auto', ...sandboxBackends]).default('auto'),
  /** Docker image with `python3` for the Docker sandbox. */
  ESPALIER_SANDBOX_IMAGE: text,
  /** Root folder with /usr for bubblewrap; absent: this machine's own /usr, read-only. */
  ESPALIER_SANDBOX_ROOT: text,
  /** Boxes at a time; default one per core. */
  ESPALIER_SANDBOX_SLOTS: z.coerce.number().int().positive().optional(),
  /** Interpreter sessions of dialogues that live at a time; others are put away and made again when they go on. */
  ESPALIER_SESSIONS: z.coerce.number().int().positive().default(4),
  /** A session that nobody uses for so long is put away, ms. */
  ESPALIER_SESSION_IDLE_MS: ms(5 * 60 * 1000),
  DOCKER_HOST: text,
  /** The package index that repositories are installed from; credentials in it are neither kept nor shown. */
  ESPALIER_PACKAGE_INDEX: z.url({ protocol: /^https?$/ }).default('https://pypi.org/simple'),
  /** What is known of the environments of repository tasks: a .jsonl or .tsv file, as `--task-specs` names one. */
  ESPALIER_TASK_SPECS: text,
  /** Whose container images SWE-bench's rows have if they name none: `swebench`, `registry:5000/owner`. `none`: no row has one. */
  ESPALIER_TASK_IMAGES: text,
  /** Folder with git directories (`owner__name`, `owner/name`, `owner+name`) that tasks read in place of cloning. */
  ESPALIER_CLONES: text,
  /** Disk that archives of the environments of tasks may take, GiB; those used least recently are removed, and built again when needed. Absent: no limit. */
  ESPALIER_TASK_DISK_GB: z.coerce.number().positive().optional(),
  /** Further places of Python for environments, with colons between them: programs, or folders that hold `bin/pythonX.Y`. */
  ESPALIER_PYTHONS: text,
  /** The proxy on the way to https addresses (model endpoint, package index, clones): `http://host:port`. Lower case stands first. */
  https_proxy: text,
  HTTPS_PROXY: text,
  /** The same for http addresses. This machine's own are never asked through a proxy. */
  http_proxy: text,
  HTTP_PROXY: text,
  /** Hosts, domains and networks that are asked directly, with commas between them; `*`: all. */
  no_proxy: text,
  NO_PROXY: text,
  /** `single`: one queue for every role. `split`: one queue per scarce resource. */
  ESPALIER_QUEUES: z.enum(['single', 'split']).default('single'),
  /** Activity heartbeat timeout, ms; a dead worker is noticed after it. */
  ESPALIER_HEARTBEAT_MS: ms(10_000),
  /** How long a workflow task waits for the worker that has it cached, ms. */
  ESPALIER_STICKY_MS: ms(5_000),
  /** How long infrastructure trouble is retried before an attempt is unscored, ms; only time in which a worker was trying. */
  ESPALIER_RETRY_FOR_MS: ms(24 * 60 * 60 * 1000),
  /** First wait before a retry, ms. */
  ESPALIER_RETRY_INITIAL_MS: ms(1_000),
  /** Longest wait before a retry, ms. */
  ESPALIER_RETRY_MAX_MS: ms(60_000),
  /** A model call is given up after this, ms. */
  ESPALIER_MODEL_TIMEOUT_MS: ms(10 * 60 * 1000),
  /**
   * 1: answers are asked for piece by piece where the endpoint can, and the time to the first token is recorded; 0: whole. Absent:
   * piece by piece from an endpoint of somebody else's, as long as it counts tokens so.
   */
  ESPALIER_STREAM: choice,
  /** How often a run asks the engine for items that it has heard nothing of, ms. */
  ESPALIER_LOOK_AFTER_MS: ms(5 * 60 * 1000),
  /** Continue-as-new after so many history events; absent: when the engine suggests it. */
  ESPALIER_MAX_HISTORY: z.coerce.number().int().positive().optional(),
  /** Latency our own model server adds to each answer, ms. */
  ESPALIER_SIMULATED_LATENCY_MS: z.coerce.number().int().nonnegative().default(0),
  /** From one piece of a streamed answer of it to the next, ms. */
  ESPALIER_SIMULATED_CHUNK_MS: z.coerce.number().int().nonnegative().default(0),
  /** Size at which its request log is put aside, MiB; the part put aside before is dropped. */
  ESPALIER_SIMULATED_LOG_MB: z.coerce.number().positive().default(64),
  /** Faults our own model server injects, as JSON (see `espalier model serve --help`). */
  ESPALIER_SIMULATED_FAULTS: text,
  /** SQLite synchronous level of the store: `normal` survives any kill, `full` power loss too. Default `full` with a key. */
  ESPALIER_STORE_SYNC: z.enum(['normal', 'full']).optional(),
  /** Print what would be installed, install nothing. */
  ESPALIER_NO_INSTALL: flag,
  NO_COLOR: text,
  /** Kind of the terminal; `dumb` can move no cursor. */
  TERM: text,
  CI: text,
});
export type Environment = z.infer<typeof Environment>;

export type Settings = Readonly<Environment>;

/** Settings of this process, checked once. @throws UsageError naming the variable, its value and what is allowed */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Settings {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(present);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? 'environment';
  throw new UsageError(
    `environment variable ${name}=${JSON.stringify(present[name] ?? '')}: ${issue?.message ?? 'invalid'}`,
    `Correct or unset ${name}`,
    { code: 'BAD_SETTING' },
  );
}

/** The environment of a process that is to go by the same settings, wherever ours came from. */
export function detachedEnvironment(settings: Settings): Readonly<Record<string, string>> {
  const names = Object.keys(Environment.shape) as (keyof Settings)[];
  const said = names.map((name) => [name, asVariable(settings[name])] as const);
  const entries = [...Object.entries(process.env), ...said];
  const last = new Map(entries);
  return Object.fromEntries(
    [...last].filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Of this terminal, or secret: never written to a file. */
const unwritten: readonly (keyof Settings)[] = [
  'OPENAI_API_KEY',
  'ESPALIER_NO_INSTALL',
  'NO_COLOR',
  'TERM',
  'CI',
];
/** Paths, which mean the same wherever a process stands once they are whole. */
const paths: readonly (keyof Settings)[] = [
  'ESPALIER_HOME',
  'TEMPORAL_CLI_PATH',
  'ESPALIER_SANDBOX_ROOT',
  'OPENAI_API_KEY_FILE',
  'ESPALIER_TASK_SPECS',
  'ESPALIER_CLONES',
];

/**
 * The variables that give the same settings elsewhere. Without secrets: the key, and addresses that hold a user, a password
 * or a parameter.
 */
export function writtenEnvironment(settings: Settings): Readonly<Record<string, string>> {
  const defaults: Settings = Environment.parse({});
  const names = Object.keys(Environment.shape) as (keyof Settings)[];
  const entries = names
    .filter((name) => !unwritten.includes(name) && settings[name] !== defaults[name])
    .map((name) => {
      const value = asVariable(settings[name]) ?? '';
      return [name, paths.includes(name) ? resolve(value) : value] as const;
    });
  return Object.fromEntries(entries.filter(([, value]) => !holdsSecret(value)));
}

function holdsSecret(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password, search } = new URL(value);
  return username + password + search !== '';
}

function asVariable(value: Settings[keyof Settings]): string | undefined {
  return typeof value === 'boolean' ? (value ? '1' : '0') : value?.toString();
}
