import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { asJson, canonicalJson } from '../../../core/values/canonical-json';
import { UsageError } from '../../../core/errors/errors';
import { evalRow } from '../../../core/repository/export/eval-row';
import { harborFiles } from '../../../core/repository/export/harbor-files';
import { sweRow } from '../../../core/repository/export/swe-row';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { BuiltHarness } from '../../../core/schemas/environment-built';
import { instanceJsonSchema } from '../../../core/schemas/environment-instance';
import type { Instance } from '../../../core/schemas/environment-instance';
import { checkDirectory, writeDirectory } from '../../export/write-directory';
import type { FileContent } from '../../export/write-directory';
import { loadBuilt, loadRepositories } from '../load-repositories';
import type {
  EnvironmentConfig,
  EnvironmentRecords,
  EnvironmentRun,
  LoadedRepository,
} from '../load-repositories';
import { bodyPatches, newFilePatch } from './patches';

export const exportForms = ['instances', 'r2e', 'swe', 'harbor'] as const;
export type ExportForm = (typeof exportForms)[number];

/** What of Harbor's layout only whoever runs it knows; `{id}` and `{environment}` stand for an instance's own. */
export interface HarborChoice {
  readonly image: string;
  readonly grade: string;
  readonly folder: string;
}

export interface EnvironmentExport {
  readonly store: EnvironmentRecords;
  readonly run: EnvironmentRun;
  readonly directory: string;
  readonly form: ExportForm;
  /** Replace the files of an earlier export. */
  readonly force: boolean;
  /** The archives of the environments as well, so that another state folder can grade by it. */
  readonly archives: boolean;
  /** null: of another form. */
  readonly harbor: HarborChoice | null;
}

export interface EnvironmentExported {
  readonly directory: string;
  readonly form: ExportForm;
  readonly instances: number;
  readonly files: readonly string[];
}

type Files = readonly (readonly [name: string, content: FileContent])[];

export const exportNames = {
  manifest: 'export.json',
  run: 'run.json',
  built: 'harnesses',
  instances: 'instances.jsonl',
  schema: 'instance.schema.json',
  environments: 'environments.jsonl',
  expected: 'expected',
  graded: 'graded',
  blobs: 'blobs',
  archives: 'archives',
} as const;

const harborSeconds = 600;

/**
 * Writes the accepted instances of a run: always as our own rows with their JSON Schema, what the original did, and everything
 * that `env import` makes the same records of; beside that in another form. `export.json` has the sha256 of each file.
 * Equal records give equal bytes.
 * @throws UsageError for a folder that is not empty, or a run that accepted nothing
 */
export async function exportEnvironments(asked: EnvironmentExport): Promise<EnvironmentExported> {
  const { store, run, directory, form, force } = asked;
  await checkDirectory(directory, force);
  const repositories = await loadRepositories(store, run);
  const built = await acceptedOf(store, repositories);
  if (built.length === 0) {
    throw new UsageError(
      `run ${run.record.id} has accepted no harness yet`,
      `See why with: espalier env funnel ${run.record.id}`,
      { code: 'EXPORT_EMPTY' },
    );
  }
  const files = [
    ...(await ownFiles(asked, repositories, built)),
    ...formFiles(
      asked,
      built.map(({ instance }) => instance),
    ),
  ];
  const hashes = files.flatMap(([name, content]) =>
    typeof content === 'function' ? [] : [[name, sha256(content)] as const],
  );
  const manifest = {
    format: 1,
    form,
    run: run.record.id,
    instances: built.length,
    files: Object.fromEntries(hashes),
  };
  const all: Files = [...files, [exportNames.manifest, jsonText(manifest)]];
  await writeDirectory(directory, all);
  return { directory, form, instances: built.length, files: all.map(([name]) => name) };
}

/** In order of repository and place. */
export async function acceptedOf(
  store: EnvironmentRecords,
  repositories: readonly LoadedRepository[],
): Promise<readonly BuiltHarness[]> {
  const built: BuiltHarness[] = [];
  for (const { functions } of repositories) {
    for (const { entry } of functions) {
      if (entry.stage === 'accepted') built.push(await loadBuilt(store, entry.harness));
    }
  }
  return built;
}

function acceptedNames(repositories: readonly LoadedRepository[]): readonly string[] {
  return repositories.flatMap(({ functions }) =>
    functions.flatMap(({ entry }) => (entry.stage === 'accepted' ? [entry.harness] : [])),
  );
}

/** Times, and logs which tell of them, are never twice the same. */
function withoutTimes(environment: EnvironmentRecord): EnvironmentRecord {
  const attempts = environment.attempts.map((one) => ({ ...one, seconds: 0, log: '' }));
  return { ...environment, attempts };
}

async function ownFiles(
  { store, run, archives }: EnvironmentExport,
  repositories: readonly LoadedRepository[],
  built: readonly BuiltHarness[],
): Promise<Files> {
  const used = new Set(built.map(({ instance }) => instance.environment.sha256));
  const environments = repositories.flatMap(({ environment }) =>
    environment === null ? [] : [withoutTimes(environment)],
  );
  const texts = async (folder: string, ending: string, hashes: readonly string[]) =>
    Promise.all(
      [...new Set(hashes)]
        .sort()
        .map(async (hash) => [`${folder}/${hash}${ending}`, await store.blobs.get(hash)] as const),
    );
  const { expected, graded, blobs } = exportNames;
  const pickled = built.flatMap(({ instance }) =>
    instance.harness.parts.flatMap((part) => Object.values(part.blobs)),
  );
  return [
    [exportNames.run, jsonText(runDocument(run, repositories))],
    [exportNames.environments, jsonLines(environments)],
    [exportNames.instances, jsonLines(built.map(({ instance }) => instance))],
    [exportNames.schema, jsonText(instanceJsonSchema())],
    ...(await texts(exportNames.built, '.json', acceptedNames(repositories))),
    ...(await texts(
      expected,
      '.json',
      built.map(({ instance }) => instance.expected),
    )),
    ...(await texts(
      graded,
      '.json',
      built.map(({ instance }) => instance.graded),
    )),
    ...(await texts(blobs, '.base64', pickled)),
    ...(archives
      ? archiveFiles(
          store,
          environments.filter((one) => used.has(one.sha256)),
        )
      : []),
  ];
}

function archiveFiles(
  { environments }: EnvironmentRecords,
  used: readonly EnvironmentRecord[],
): Files {
  const hashes = used.flatMap(({ archives }) => [
    archives.installed,
    archives.snapshot,
    archives.tools,
  ]);
  return [...new Set(hashes)]
    .sort()
    .map((hash) => [`${exportNames.archives}/${hash}.tar`, () => environments.openArchive(hash)]);
}

/** What `env import` makes the run's records of; times are none of it. */
function runDocument(
  { record, config }: EnvironmentRun,
  repositories: readonly LoadedRepository[],
): object {
  return {
    format: 1,
    run: record.id,
    status: record.status,
    config: withoutPlaces(config),
    repositories: repositories.map(({ id, outcome, functions }) => ({
      id,
      outcome,
      entries: functions.map(({ entry }) => entry),
    })),
  };
}

/** Where folders lay is no part of what was built: each is known by its name, and by the hash of its tree. */
function withoutPlaces(config: EnvironmentConfig): EnvironmentConfig {
  const { sources } = config.environment;
  const named = Object.entries(sources).map(([id, source]): [string, typeof source] => {
    const { input } = source;
    if (input.kind !== 'path') return [id, source];
    return [id, { ...source, input: { ...input, path: basename(input.path) } }];
  });
  return { ...config, environment: { ...config.environment, sources: Object.fromEntries(named) } };
}

function formFiles({ form, harbor }: EnvironmentExport, instances: readonly Instance[]): Files {
  switch (form) {
    case 'instances':
      return [];
    case 'r2e':
      return [['r2e.json', jsonText(instances.map(evalRow))]];
    case 'swe':
      return [['swe.jsonl', jsonLines(instances.map(sweTask))]];
    case 'harbor':
      return harbor === null ? [] : instances.flatMap((one) => harborTask(one, harbor));
  }
}

/** `setup_patch` takes the body out of the repository at its commit, where `patch` then puts it. */
function sweTask(instance: Instance): object {
  const { solve, remove } = bodyPatches(instance);
  const testPatch = instance.harness.parts
    .map(({ source }, at) => newFilePatch(`espalier_cases/part_${String(at)}.py`, source))
    .join('');
  const createdAt = instance.definition.changed;
  return { ...sweRow(instance, { patch: solve, testPatch, createdAt }), setup_patch: remove };
}

function harborTask(instance: Instance, { image, grade, folder }: HarborChoice): Files {
  const { id, environment, definition } = instance;
  const filled = (text: string): string =>
    text.replaceAll('{id}', shellQuoted(id)).replaceAll('{environment}', environment.sha256);
  const stubLines = definition.stub.replace(/\n$/u, '').split('\n').length;
  const data = JSON.stringify({ ...definition.lines, stubLines, source: definition.source });
  const encoded = Buffer.from(data).toString('base64');
  const script = [
    'import base64, json, sys',
    'told = json.loads(base64.b64decode(sys.argv[2]))',
    'lines = open(sys.argv[1], encoding="utf-8").read().splitlines(True)',
    'first = told["first"] - 1',
    'lines[first:first + told["stubLines"]] = [told["source"].rstrip("\\n") + "\\n"]',
    'open(sys.argv[1], "w", encoding="utf-8").write("".join(lines))',
  ].join('\n');
  const solve = `python3 -c ${shellQuoted(script)} ${shellQuoted(`${folder}/${definition.path}`)} ${encoded}`;
  const files = harborFiles(instance, {
    ...{ image: filled(image), folder, grade: filled(grade), solve },
    timeoutSeconds: harborSeconds,
  });
  const task = id.replace(/[^\w.-]+/gu, '__');
  return Object.entries(files).map(([name, text]) => [`tasks/${task}/${name}`, text] as const);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function jsonText(value: object): string {
  return `${canonicalJson(asJson(value))}\n`;
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row): string => `${canonicalJson(asJson(row))}\n`).join('');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
