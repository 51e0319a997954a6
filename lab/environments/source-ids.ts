import type { RepositoryInput } from '../../core/schemas/environment';
import type { TakenIn } from '../../core/schemas/environment-taken';

/** A repository of a run: the named source, and what was read of it when the run was planned. */
export interface PlannedSource {
  readonly input: RepositoryInput;
  /** Tree of a folder. null: an activity takes the source in. */
  readonly taken: { readonly sha256: string; readonly content: TakenIn } | null;
}

/** Gives readable ids: `owner/name@commit`. The second repository with the same id gets `…~2`, so that ids are unique. */
export function withIds<Source extends PlannedSource>(
  sources: readonly Source[],
): ReadonlyMap<string, Source> {
  const byId = new Map<string, Source>();
  for (const source of sources) {
    const wanted = idOf(source);
    let id = wanted;
    for (let place = 2; byId.has(id); place += 1) id = `${wanted}~${String(place)}`;
    byId.set(id, source);
  }
  return byId;
}

function idOf({ input, taken }: PlannedSource): string {
  switch (input.kind) {
    case 'sdist':
      return `${input.name.toLowerCase().replace(/[-_.]+/g, '-')}@${input.version}`;
    case 'git': {
      const parts = lastParts(input.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, ''), 2);
      return input.revision === undefined ? parts : `${parts}@${shortened(input.revision)}`;
    }
    case 'path': {
      const tree = taken?.content.tree ?? null;
      if (tree === null) return lastParts(input.path, 1);
      const { name, commit, tree: hash } = tree.repository;
      return `${plain(name)}@${shortened(commit ?? hash)}`;
    }
  }
}

const shortened = (revision: string): string =>
  /^[0-9a-f]{40,64}$/.test(revision) ? revision.slice(0, 12) : plain(revision);

function lastParts(path: string, count: number): string {
  const parts = path
    .replace(/\.git\/*$/, '')
    .split('/')
    .filter(Boolean)
    .slice(-count);
  return parts.map(plain).join('/') || 'repository';
}

/** A foreign name that is safe in ids of workflows, tables and shells. */
const plain = (name: string): string => name.replace(/[^A-Za-z0-9._/+-]+/g, '-').slice(0, 80);
