import { Readable } from 'node:stream';

import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import { EspalierError } from '../../../core/errors/errors';
import { environmentIdentity } from '../../../core/repository/environment-identity';
import type { EnvironmentRecord, RepositoryProvenance } from '../../../core/schemas/environment';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { takeIn, encodeTar } from '../../../repositories';
import { DockerCallError } from '../../../sandbox';
import type { DockerImages } from '../../../sandbox';
import { sha256Of } from '../../sha256-of';
import { RepositoryJobError, runRepositoryJob } from '../repository/run-repository-job';
import type { RepositoryParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';

export type ImageParts = Pick<RepositoryParts, 'repositories' | 'place'> & {
  readonly store: Pick<RepositoryParts['store'], 'environments'>;
  readonly images: Pick<DockerImages, 'bring' | 'readFolder'>;
};

/** sha256 of the environment, or why the image cannot be used. */
export type ImageEnvironment =
  | { readonly kind: 'here'; readonly environment: string }
  | { readonly kind: 'none'; readonly why: string };

/** Where images of SWE-bench, and of what is made in its form, hold the repository. */
const repositoryFolder = '/testbed';

/** Where they hold its interpreter, the first that is there. The last two: images without an environment of conda. */
const interpreters = [
  '/opt/miniconda3/envs/testbed/bin/python',
  '/opt/conda/envs/testbed/bin/python',
  '/usr/local/bin/python3',
  '/usr/bin/python3',
];

const Found = z.object({ version: z.string().nullable(), said: z.string() });
const Known = z.object({ environment: z.string() });
const shape = { memoryMb: 512, filesMb: 16, scratchMb: 64 };
const noCells = new Set(['SANDBOX_PYTHON_UNUSABLE', 'SANDBOX_UNSAFE', 'SANDBOX_IMAGE_MISSING']);

/**
 * The environment of a task in its image: cells have the image as their root, and unpack its repository, which is read from the
 * image once, without history. The image is pulled if the engine does not have it.
 * @throws RepositoryJobError, what a cell throws
 */
export async function imageEnvironment(
  parts: ImageParts,
  source: TaskSource,
  name: string,
  signal: AbortSignal,
): Promise<ImageEnvironment> {
  const { environments } = parts.store;
  const brought = await parts.images.bring(name, signal);
  if (brought.kind === 'none') return { kind: 'none', why: brought.why };
  const { id } = brought;
  const { repository, commit } = source;
  const { tools } = await parts.place();
  const key = stepKey('image-environment', { id, repository, commit, tools });
  const known = Known.safeParse(await environments.findStep(key)).data;
  if (known !== undefined && (await isThere(parts, known.environment))) {
    return { kind: 'here', ...known };
  }
  const python = await pythonOf(parts, id, signal);
  if ('why' in python) return { kind: 'none', why: python.why };
  const taken = await treeOf(parts, source, id);
  if ('why' in taken) return { kind: 'none', why: taken.why };
  const { program, version } = python;
  // All that is installed is in the image.
  const { sha256: nothing } = await environments.putArchive(Readable.from(encodeTar([])));
  const archives = { installed: nothing, snapshot: taken.repository.tree, tools: nothing };
  const image = { name, id, interpreter: program };
  const record: EnvironmentRecord = {
    ...{ repository: taken.repository, archives, image, python: version },
    sha256: sha256Of(environmentIdentity({ archives, image, python: version })),
    lock: id.replace(/^sha256:/, ''),
    ...{ packages: {}, rung: 0, attempts: [], modules: { importable: 0, total: 0 } },
    lacks: taken.lacks === null ? [] : [taken.lacks],
  };
  await environments.saveEnvironment(record);
  await environments.saveStep(key, { environment: record.sha256 });
  return { kind: 'here', environment: record.sha256 };
}

async function isThere(
  { store: { environments } }: ImageParts,
  environment: string,
): Promise<boolean> {
  const record = await environments.environment(environment);
  if (record === null) return false;
  const { snapshot, installed } = record.archives;
  return (await environments.hasArchive(snapshot)) && (await environments.hasArchive(installed));
}

interface Unusable {
  readonly why: string;
}

/** The interpreter that the repository is installed for. */
async function pythonOf(
  { repositories }: ImageParts,
  image: string,
  signal: AbortSignal,
): Promise<{ readonly program: string; readonly version: string } | Unusable> {
  const host = await repositories();
  let said = '';
  for (const program of interpreters) {
    const job = { module: 'check_interpreter', request: { program, modules: [] } };
    const limits = { ...usualJobLimits, memoryMb: shape.memoryMb };
    try {
      const { end } = await runRepositoryJob(host, {
        ...{ ...job, archives: [], shape, image },
        options: { walls: 'wide', limits, signal },
      });
      if (end.kind !== 'finished') throw new RepositoryJobError('check_interpreter', end);
      const found = Found.parse(end.record);
      if (found.version !== null) return { program, version: found.version };
      said = found.said;
    } catch (error) {
      if (!(error instanceof EspalierError) || !noCells.has(error.code)) throw error;
      return { why: `no cell starts in it: ${error.message}` };
    }
  }
  return { why: `it has no interpreter for the repository: ${interpreters.join(', ')} (${said})` };
}

async function treeOf(
  { images, store: { environments } }: ImageParts,
  { repository, commit }: TaskSource,
  image: string,
): Promise<
  { readonly repository: RepositoryProvenance; readonly lacks: string | null } | Unusable
> {
  const url = `https://github.com/${repository}`;
  let taken;
  try {
    taken = await takeIn(
      { kind: 'git', url, revision: commit },
      { keep: environments.putArchive, image: images.readFolder(image, repositoryFolder) },
    );
  } catch (error) {
    if (!(error instanceof DockerCallError)) throw error;
    return { why: `${repositoryFolder} cannot be read: ${error.message}` };
  }
  const { ended, tree } = taken;
  if (ended !== null)
    return { why: 'why' in ended ? ended.why : `${repositoryFolder} has no Python` };
  if (tree === null) throw new Error(`nothing was taken in for ${repository}`);
  const { length } = commit;
  const whole = length === 40 ? commit : null;
  return {
    repository: { ...tree.repository, name: repository, commit: whole },
    lacks: tree.lacks,
  };
}
