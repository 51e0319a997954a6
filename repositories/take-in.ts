import type { RepositoryInput, RepositoryProvenance } from '../core/schemas/environment';
import type { TakenIn } from '../core/schemas/environment-taken';
import { parseGitAddress } from './intake/clone';
import { intake } from './intake/intake';
import type { Intake, IntakeSettings, KeepArchive, Origin, Provenance } from './intake/intake';

export type TakeInOptions = IntakeSettings & {
  /** Where the tar goes: `EnvironmentStore.putArchive`. */
  readonly keep: KeepArchive;
  /** Of `git` with a revision: a git directory that holds it, read in place of a clone. */
  readonly gitFolder?: string | undefined;
  /** Of `git`: a tar of its tree as an image holds it, in place of a clone. */
  readonly image?: AsyncIterable<Uint8Array> | undefined;
};

/**
 * Its tree as a tar, and what is known of it. The source is only read; trouble of its own is in the answer.
 * @throws IndexUnavailableError, RepositoryUnreachableError, FolderChangedError, GitMissingError, what `keep` throws
 */
export async function takeIn(
  input: RepositoryInput,
  { keep, gitFolder, image, ...settings }: TakeInOptions,
): Promise<TakenIn> {
  const found = await intake(originOf(input, gitFolder, image), keep, settings);
  if (!('contentHash' in found)) {
    return { ended: { code: found.status, why: found.reason }, tree: null };
  }
  const { provenance, folder } = found;
  return {
    ended: found.status === 'no_python' ? { code: 'no_python' } : null,
    tree: {
      repository: repositoryOf(input, found),
      files: found.files,
      bytes: found.bytes,
      version: { describe: provenance.git?.describe ?? null, date: provenance.date },
      lacks: found.status === 'partial' ? found.reason : null,
      folder,
    },
  };
}

function originOf(
  input: RepositoryInput,
  gitFolder: string | undefined,
  image: TakeInOptions['image'],
): Origin {
  if (input.kind === 'git' && image !== undefined) {
    return { kind: 'image', content: image, url: input.url };
  }
  if (input.kind === 'git' && input.revision !== undefined && gitFolder !== undefined) {
    return { kind: 'clone', folder: gitFolder, url: input.url, revision: input.revision };
  }
  switch (input.kind) {
    case 'path':
      return { ...input, revision: input.revision ?? null };
    case 'git':
      // All of its history: the nearest tag may lie anywhere in it.
      return { ...input, revision: input.revision ?? null, depth: null };
    case 'sdist':
      return input;
  }
}

function repositoryOf(
  input: RepositoryInput,
  { contentHash, provenance }: Extract<Intake, { contentHash: string }>,
): RepositoryProvenance {
  const { git, licence, name } = provenance;
  return {
    input: shownInput(input, name),
    name: input.kind === 'git' ? ownerAndName(provenance) : name,
    commit: git?.commit ?? null,
    tree: contentHash,
    licence: licence.byFile?.id ?? licence.byMetadata?.text ?? null,
  };
}

/** Without what is one person's or one machine's: credentials, and where a folder lay. */
function shownInput(input: RepositoryInput, name: string): RepositoryInput {
  switch (input.kind) {
    case 'git':
      return { ...input, url: parseGitAddress(input.url).shown };
    case 'path':
      return { ...input, path: name };
    case 'sdist':
      return input;
  }
}

/** The last two parts of an address, as hosts have them: `owner/name`. */
function ownerAndName({ url, name }: Provenance): string {
  const [owner] = new URL(url ?? '').pathname.split('/').filter(Boolean).slice(-2, -1);
  return owner === undefined ? name : `${owner}/${name}`;
}
