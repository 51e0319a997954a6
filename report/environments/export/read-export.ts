import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join, parse, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { UsageError } from '../../../core/errors/errors';
import { environmentIdentity } from '../../../core/repository/environment-identity';
import { EnvironmentRecord } from '../../../core/schemas/environment';
import { BuiltHarness } from '../../../core/schemas/environment-built';
import { Instance } from '../../../core/schemas/environment-instance';
import { FunnelEntry } from '../../../core/schemas/environment-funnel';
import { EnvironmentOutcome } from '../../../core/kinds/environment/schema';
import { RunConfig } from '../../../core/schemas/run';
import type { RunStatus } from '../../../core/schemas/run';
import { runStatuses } from '../../../core/schemas/run';
import { exportNames } from './export-environments';

/** An export that was read back. Whatever is wrong with it stands in `faults`. */
export interface ReadExport {
  readonly directory: string;
  readonly run: string;
  readonly status: RunStatus;
  readonly config: RunConfig;
  readonly repositories: readonly {
    readonly id: string;
    readonly outcome: EnvironmentOutcome | null;
    readonly entries: readonly FunnelEntry[];
  }[];
  readonly environments: readonly EnvironmentRecord[];
  /** Those that could be read. */
  readonly instances: readonly Instance[];
  /** With the text that each was read of. */
  readonly built: readonly { readonly built: BuiltHarness; readonly text: string }[];
  /** Names of the files that are there. */
  readonly files: readonly string[];
  /** What is not as the manifest or the schema has it. */
  readonly faults: readonly string[];
}

/** @throws UsageError for a folder that is no export */
export async function readExport(directory: string): Promise<ReadExport> {
  const manifest = await readJson(directory, exportNames.manifest);
  const hashes = recordOf(recordOf(manifest)['files']);
  const faults: string[] = [];
  const files: string[] = [];
  for (const [name, hash] of Object.entries(hashes)) {
    const found = await hashOf(directory, name).catch(() => null);
    if (found !== null) files.push(name);
    if (found !== hash) faults.push(`${name} ${found === null ? 'is missing' : 'was changed'}`);
    else if (isNamedByContent(name) && parse(name).name !== hash)
      faults.push(`${name} is not what its name says`);
  }
  const told = recordOf(await readJson(directory, exportNames.run));
  const config = RunConfig.safeParse(told['config']);
  const status = runStatuses.find((one) => one === told['status']);
  const { run } = told;
  if (!config.success || status === undefined || typeof run !== 'string') {
    throw notAnExport(directory, `${exportNames.run} is none of ours`);
  }
  const instances = await rowsOf(directory, exportNames.instances, Instance, faults);
  const built = await builtOf(directory, files, faults);
  const own = new Map(built.map(({ built: { instance } }) => [instance.id, instance]));
  for (const instance of instances) {
    const kept = own.get(instance.id);
    if (kept === undefined) faults.push(`${instance.id} has no harness`);
    else if (!isDeepStrictEqual(kept, instance))
      faults.push(`${instance.id} is not the one of its harness`);
  }
  const environments = await rowsOf(
    ...([directory, exportNames.environments, EnvironmentRecord, faults] as const),
  );
  return {
    ...{ directory, run, status, config: config.data, faults },
    repositories: listOf(told['repositories']).flatMap((one) => {
      const { id, ...rest } = recordOf(one);
      const outcome = EnvironmentOutcome.nullable().safeParse(rest['outcome']).data;
      const entries = FunnelEntry.array().safeParse(rest['entries']).data;
      if (outcome !== undefined && entries !== undefined)
        return [{ id: String(id), outcome, entries }];
      faults.push(`${exportNames.run}: ${String(id)} is no repository of ours`);
      return [];
    }),
    environments: environments.filter((one) => isItself(one, faults)),
    instances,
    built,
    files,
  };
}

/** Else what is built here later would be taken for what somebody else has packed. */
function isItself(record: EnvironmentRecord, faults: string[]): boolean {
  const identity = createHash('sha256').update(environmentIdentity(record)).digest('hex');
  if (record.sha256 === identity) return true;
  faults.push(`environment ${record.sha256} has files or an interpreter of another one`);
  return false;
}

/** A text that an export has beside its rows: what the original did, or pickled bytes; null: it has none of this sha256. */
export async function exportedText(directory: string, sha256: string): Promise<string | null> {
  const { expected, blobs } = exportNames;
  for (const name of [`${expected}/${sha256}.json`, `${blobs}/${sha256}.base64`]) {
    const text = await readFile(join(directory, name), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}

/** Whoever edits such a file and its sum in the manifest has still to edit whatever refers to it. */
function isNamedByContent(name: string): boolean {
  const { built, expected, graded, blobs } = exportNames;
  return [built, expected, graded, blobs].some((folder) => name.startsWith(`${folder}/`));
}

interface Reader<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: Error };
}

/** The stored texts of accepted harnesses. */
async function builtOf(
  directory: string,
  names: readonly string[],
  faults: string[],
): Promise<ReadExport['built']> {
  const found: { readonly built: BuiltHarness; readonly text: string }[] = [];
  for (const name of names.filter((one) => one.startsWith(`${exportNames.built}/`))) {
    const text = await readText(directory, name);
    const parsed = BuiltHarness.safeParse(parsedJson(text));
    if (parsed.success) found.push({ built: parsed.data, text });
    else faults.push(`${name}: ${firstLine(parsed.error.message)}`);
  }
  return found;
}

async function rowsOf<Value>(
  directory: string,
  name: string,
  schema: Reader<Value>,
  faults: string[],
): Promise<readonly Value[]> {
  const text = await readText(directory, name);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line, at) => {
      const parsed = schema.safeParse(parsedJson(line));
      if (parsed.success) return [parsed.data];
      faults.push(`${name} line ${String(at + 1)}: ${firstLine(parsed.error.message)}`);
      return [];
    });
}

async function readText(directory: string, name: string): Promise<string> {
  try {
    return await readFile(join(directory, name), 'utf8');
  } catch {
    throw notAnExport(directory, `there is no ${name}`);
  }
}

async function readJson(directory: string, name: string): Promise<unknown> {
  const value = parsedJson(await readText(directory, name));
  if (value === undefined) throw notAnExport(directory, `${name} is no JSON`);
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Of a file in the folder: whoever wrote the manifest may name devices that never end. */
async function hashOf(directory: string, name: string): Promise<string | null> {
  const path = join(directory, name);
  if (relative(directory, path) !== name || name.startsWith('..')) return null;
  if (!(await lstat(path)).isFile()) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function firstLine(text: string): string {
  return text.replace(/\s+/gu, ' ').slice(0, 300);
}

function notAnExport(directory: string, why: string): UsageError {
  return new UsageError(
    `${directory} is no export of environments: ${why}`,
    'Name a folder that `espalier env export` has written',
    { code: 'NOT_AN_EXPORT' },
  );
}
