import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import type { Recipe, RecipeSource } from '../../core/schemas/recipe';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { fileSha256 } from '../../datasets';
import { workRows } from './work-rows';

interface Where {
  readonly store: Store;
  /** Of the recipe: paths are relative to it. */
  readonly folder: string;
}

/** What a source is read from. */
interface SourceHash {
  /** sha256 of the bytes of its file, or of the rows that were made here. */
  readonly rows: string;
  /** sha256 of its table of questions. null: it has none. */
  readonly questions: string | null;
}

export type SourceHashes = ReadonlyMap<string, SourceHash>;

/** By name of the source. @throws UsageError for a file that is absent or cannot be read */
export async function sourceHashes(recipe: Recipe, where: Where): Promise<SourceHashes> {
  const hashes = new Map<string, SourceHash>();
  for (const source of recipe.sources) {
    const { name, questions } = source;
    hashes.set(name, {
      rows: await rowsSha256(source, where),
      questions:
        questions === undefined ? null : await fileSha256(resolve(where.folder, questions)),
    });
  }
  return hashes;
}

/**
 * Sources are read several times, so a change between would mix two states of a file.
 * @param before when the first reading began
 * @throws UsageError naming the source that changed
 */
export async function requireUnchanged(
  recipe: Recipe,
  where: Where,
  before: SourceHashes,
): Promise<void> {
  const now = await sourceHashes(recipe, where);
  for (const { name, file, run, chat, questions } of recipe.sources) {
    const [was, is] = [before.get(name), now.get(name)];
    const isTable = was?.rows === is?.rows;
    if (isTable && was?.questions === is?.questions) continue;
    const what = isTable ? `its table ${questions ?? ''}` : (file ?? run ?? chat ?? '');
    throw new UsageError(
      `source ${name}: ${what} changed while it was read`,
      'Build the data set again when nothing writes to it any more, or name a copy of it in the recipe',
      { code: 'BAD_SOURCE_FILE' },
    );
  }
}

async function rowsSha256(source: RecipeSource, { store, folder }: Where): Promise<string> {
  const { file } = source;
  if (file !== undefined) return fileSha256(resolve(folder, file));
  const hash = createHash('sha256');
  for await (const row of workRows(store, source)) hash.update(canonicalJson(asJson(row)));
  return hash.digest('hex');
}
