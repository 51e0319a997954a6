import { isDeepStrictEqual } from 'node:util';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobRecord } from '../../../core/adapters/repository';
import { NotReadyError } from '../../../core/errors/errors';
import type { InstalledRepository } from '../../../core/ports/environment';
import { buildToolsOf } from '../../../core/repository/build-tools';
import { environmentIdentity } from '../../../core/repository/environment-identity';
import { interpreterPath } from '../../../core/repository/interpreter';
import { interpreterArchive } from '../../../core/work/interpreter-archive';
import type { EnvironmentRecord, InterpreterRecord } from '../../../core/schemas/environment';
import type { TakenIn } from '../../../core/schemas/environment-taken';
import { storedArchive } from '../../../core/work/stored-archive';
import { installerWheels, IndexUnavailableError } from '../../../repositories';
import { sha256Of } from '../../sha256-of';
import { largestInstalledBytes } from '../open-environment';
import { installationOf, Installation, mayDiffer, wasHindered } from './install-record';
import type { InstallParts } from './repository-parts';
import { runRepositoryJob } from './run-repository-job';
import { stepKey } from './step-key';
import { unpackedWheels } from './unpacked-wheels';

/** Compilers and resolvers need the most memory. Built and fetched files are in the scratch folder. */
const shape = { memoryMb: 4_096, filesMb: 1_024, scratchMb: 3_072 };

/** Factor between the time limit of an installation alone and of one among others. A busy machine then installs the same. */
const waiting = 3;

type Tree = NonNullable<TakenIn['tree']>;

/** What an installation depends on besides the tree and the machine. */
export interface InstallTerms {
  /** The package index is read as it was then, ISO 8601. */
  readonly until: string;
  /** Absent: the interpreter of the cell. */
  readonly interpreter?: InterpreterRecord | undefined;
  /** Installed in addition, as `pip` reads them. A version that is pinned here may be younger than `until`. */
  readonly requirements?: readonly string[] | undefined;
  /** Whether the tests of the repository will run with what is installed: the runner is installed if nothing else brings it. */
  readonly testRunner?: boolean | undefined;
}

/**
 * Builds and installs a tree in a cell that can reach only the package index as it was at a time. The same tree, interpreter,
 * time and tools give the same environment, which is then found without a cell. If a busy machine may have influenced the
 * result, the installation is repeated with nothing else in cells.
 * @throws IndexUnavailableError, what a cell throws. A failure of the build of the repository is in the answer
 */
export async function installTree(
  parts: InstallParts,
  tree: Tree,
  terms: InstallTerms,
  signal: AbortSignal,
): Promise<InstalledRepository> {
  const installation = await knownInstallation(parts, tree, terms, signal);
  const { ended, installed } = installation;
  if (ended !== null) return { ended, environment: null };
  if (installed === null) throw new Error('installed, and nothing was handed over');
  const environment = await recordOf(parts, tree, terms, { ...installation, installed });
  return { ended, environment };
}

async function knownInstallation(
  parts: InstallParts,
  tree: Tree,
  terms: InstallTerms,
  signal: AbortSignal,
): Promise<Installation> {
  const { until, interpreter, requirements = [], testRunner = false } = terms;
  const { environments } = parts.store;
  const wheel = installerWheels[process.arch];
  if (wheel === undefined) {
    throw new NotReadyError(
      `No installer is known for ${process.arch}`,
      'Run the worker on x64 or arm64',
    );
  }
  const place = await parts.place();
  const python = interpreter?.version ?? place.python;
  const index = parts.packages.shownAddress;
  const key = stepKey('install', {
    ...{ snapshot: tree.repository.tree, version: tree.version, place, index, until, wheel },
    seconds: parts.installSeconds,
    // Absent where nothing is said: what was installed before these terms existed is found again.
    ...(interpreter !== undefined && { interpreter: interpreter.archive }),
    ...(requirements.length > 0 && { requirements }),
    ...(testRunner && { testRunner }),
    ...(testRunner && {
      buildTools: buildToolsOf(until, python),
      byteCode: true,
      pinned: 'complete',
    }),
  });
  const known = Installation.safeParse(await environments.findStep(key)).data;
  if (known !== undefined && (await isThere(parts, known))) return known;
  const installer = await unpackedWheels(parts, [wheel], ['uv']);
  const told = { ...terms, tree, installer, signal };
  const first = await install(parts, { ...told, python }, false);
  const last = first.mayDiffer ? await install(parts, { ...told, python }, true) : first;
  // A result that may differ counts only for this run, unless an installation with nothing else in cells gives the same.
  const settled = !last.mayDiffer || isDeepStrictEqual(gist(first), gist(last));
  if (settled)
    await environments.saveStep(key, last.installation, known === undefined ? 'first' : 'last');
  return last.installation;
}

/** An installation whose archive was removed for want of room is made again. */
async function isThere(
  { store: { environments } }: InstallParts,
  { installed }: Installation,
): Promise<boolean> {
  return installed === null || environments.hasArchive(installed);
}

/** The record without the parts that differ between equal installations. */
function gist({ installation }: Installed): object {
  return { ...installation, attempts: [] };
}

interface Terms extends InstallTerms {
  readonly tree: Tree;
  /** sha256 of the tar with `uv`. */
  readonly installer: string;
  readonly python: string;
  readonly signal: AbortSignal;
}

interface Installed {
  readonly installation: Installation;
  readonly mayDiffer: boolean;
}

/** @throws IndexUnavailableError, what a cell throws */
async function install(parts: InstallParts, asked: Terms, alone: boolean): Promise<Installed> {
  const { until, installer, interpreter, python, requirements = [], signal } = asked;
  const { repository, version } = asked.tree;
  const { environments } = parts.store;
  const patience = alone ? waiting : 1;
  const { step, total } = parts.installSeconds;
  const session = parts.packages.session(until, [
    ...requirements,
    ...(asked.testRunner === true ? buildToolsOf(until, python) : []),
  ]);
  let [records, current, installed]: [JobRecord[], number, string | null] = [[], 1, null];
  const unavailable: string[] = [];
  const { end } = await runRepositoryJob(await parts.repositories(), {
    module: 'install_project',
    request: {
      roots: { source: '/srv/source' },
      work: '/tmp/install',
      uv: '/srv/installer/uv',
      version,
      day: until.slice(0, 10),
      ...(requirements.length > 0 && { requirements }),
      ...(asked.testRunner === true && { testRunner: true }),
      ...(interpreter !== undefined && {
        interpreters: [{ version: interpreter.version, path: interpreterPath(interpreter) }],
      }),
      limits: { stepSeconds: step * patience, totalSeconds: total * patience },
    },
    archives: [
      storedArchive(environments, repository.tree, 'source'),
      storedArchive(environments, installer, 'installer'),
      ...interpreterArchive(environments, interpreter),
    ],
    shape,
    alone,
    options: {
      walls: 'wide',
      limits: {
        ...usualJobLimits,
        wallMs: (total * patience + 120) * 1_000,
        cpuMs: 2 * total * 1_000,
        memoryMb: shape.memoryMb,
        processes: 512,
        fileBytes: largestInstalledBytes,
        diskMb: shape.scratchMb,
        diskFiles: 400_000,
      },
      signal,
      indexLine: session.serve,
      onRecord: (record, attempt) => {
        if (attempt !== current) [records, current, installed] = [[], attempt, null];
        records.push(record);
        if (wasHindered(record) && session.report().waiting > 0) {
          unavailable.push('an installation waited for it until its time was over');
        }
      },
      onFile: async (name, content) => {
        const { sha256 } = await environments.putArchive(content);
        if (name === 'environment.tar') installed = sha256;
      },
    },
  });
  // Any result counts only with the index available, because the index may have changed it.
  const [trouble] = [...session.report().unavailable, ...unavailable];
  if (trouble !== undefined) throw new IndexUnavailableError(trouble);
  const installation = installationOf(end, records, { installed, python });
  return { installation, mayDiffer: mayDiffer(end, records) };
}

async function recordOf(
  { store: { environments }, runnerTools }: InstallParts,
  { repository }: Tree,
  { interpreter }: InstallTerms,
  { installed, python, packages, lock, rung, attempts, lacks }: Installation & InstalledTar,
): Promise<string> {
  const archives = {
    ...{ installed, snapshot: repository.tree, tools: await runnerTools() },
    ...(interpreter !== undefined && { interpreter: interpreter.archive }),
  };
  const sha256 = sha256Of(environmentIdentity({ archives, python }));
  if ((await environments.environment(sha256)) !== null) return sha256;
  const record: EnvironmentRecord = {
    ...{ repository, sha256, archives, python, packages, lock, rung, attempts },
    modules: { importable: 0, total: 0 },
    lacks: lacks === null ? [] : [lacks],
  };
  await environments.saveEnvironment(record);
  return sha256;
}

interface InstalledTar {
  readonly installed: string;
}
