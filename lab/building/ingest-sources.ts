import { resolve } from 'node:path';

import type { Assigned, RowFacts } from '../../core/code-feedback/assign-methods';
import type { OfKind } from '../../core/kinds/of-kind';
import type { Store } from '../../core/ports/records';
import type { Recipe, RecipeSource } from '../../core/schemas/recipe';
import type { RunConfig } from '../../core/schemas/run';
import type { SourceRow } from '../../core/schemas/source-row';
import { createRepeats, readSource } from '../../datasets';
import type { ReadRow } from '../../datasets';
import type { LabContext } from '../lab-context';
import { requireUnchanged, sourceHashes } from './source-hashes';
import { workRows } from './work-rows';

type Ingested = OfKind<RunConfig, 'dataset'>['build']['ingested'];

interface Where {
  readonly store: Store;
  /** Of the recipe: paths are relative to it. */
  readonly folder: string;
  /** Most rows of each source. undefined: all. */
  readonly limit: number | undefined;
}

export interface Ingest {
  /** Of each row that is no repetition, in order. */
  readonly facts: readonly RowFacts[];
  /** Call it after the last reading. @throws UsageError naming a source that changed since the first one */
  readonly requireUnchanged: () => Promise<void>;
  readonly counts: (assigned: ReadonlyMap<number, Assigned>) => Ingested;
}

/** Unreadable rows that are named one by one. */
const mostNamed = 3;

/** Reads all sources once, for what decides. @throws UsageError naming the source, its file and the fault */
export async function ingestSources(
  recipe: Recipe,
  { note, ...where }: Where & Pick<LabContext, 'note'>,
): Promise<Ingest> {
  const facts: RowFacts[] = [];
  const sources = new Map<string, { read: number; unreadable: number; repeated: number }>();
  for (const { name } of recipe.sources) sources.set(name, { read: 0, unreadable: 0, repeated: 0 });
  const hashes = await sourceHashes(recipe, where);
  for await (const read of allRows(recipe, where)) {
    const counts = sources.get(read.source);
    if (counts === undefined) continue;
    counts.read += 1;
    if (read.kind === 'unreadable') {
      counts.unreadable += 1;
      if (counts.unreadable <= mostNamed) {
        note(`source ${read.source}: row ${String(read.place)} is left out: ${read.why}`);
      }
    } else if (read.kind === 'repeated') counts.repeated += 1;
    else facts.push(factsOf(read.row));
  }
  for (const [name, { unreadable }] of sources) {
    if (unreadable > mostNamed) note(`source ${name}: ${String(unreadable)} rows are left out`);
  }
  return {
    facts,
    requireUnchanged: () => requireUnchanged(recipe, where, hashes),
    counts: (assigned) => {
      const taken = new Set([...assigned].flatMap(([place, { partners }]) => [place, ...partners]));
      const ofSource = (name: string): number =>
        facts.filter(({ id }, place) => taken.has(place) && sourceOf(id) === name).length;
      return Object.fromEntries(
        recipe.sources.map(({ name, licence }) => {
          const { read = 0, unreadable = 0, repeated = 0 } = sources.get(name) ?? {};
          const planned = ofSource(name);
          const unplanned = read - unreadable - repeated - planned;
          const sha256 = hashes.get(name)?.rows ?? '';
          const facts = { read, unreadable, repeated, unplanned, planned, sha256 };
          return [name, { ...facts, licence: licence ?? null }];
        }),
      );
    },
  };
}

/** Rows that are no repetition, each with its place among them. */
export async function* ingestedRows(
  recipe: Recipe,
  where: Where,
): AsyncIterable<{ readonly place: number; readonly row: SourceRow }> {
  let place = 0;
  for await (const read of allRows(recipe, where)) {
    if (read.kind !== 'row') continue;
    yield { place, row: read.row };
    place += 1;
  }
}

type Read = { readonly source: string } & (
  | { readonly kind: 'row'; readonly row: SourceRow }
  | { readonly kind: 'unreadable'; readonly place: number; readonly why: string }
  | { readonly kind: 'repeated' }
);

async function* allRows(recipe: Recipe, where: Where): AsyncIterable<Read> {
  const repeats = createRepeats();
  for (const source of recipe.sources) {
    const most = Math.min(source.limit ?? Infinity, where.limit ?? Infinity);
    let read = 0;
    for await (const one of rowsOf(source, where, most)) {
      if (read >= most) break;
      read += 1;
      if (one.kind === 'unreadable') yield { source: source.name, ...one };
      else if (repeats.isRepeat(one.row.query)) yield { source: source.name, kind: 'repeated' };
      else yield { source: source.name, kind: 'row', row: one.row };
    }
  }
}

async function* rowsOf(
  source: RecipeSource,
  { store, folder }: Pick<Where, 'store' | 'folder'>,
  most: number,
): AsyncGenerator<ReadRow> {
  const { file, questions } = source;
  if (file === undefined) {
    for await (const row of workRows(store, source)) yield { kind: 'row', row };
    return;
  }
  const found = questions === undefined ? {} : { questions: resolve(folder, questions) };
  yield* readSource({ ...source, ...found }, resolve(folder, file), most);
}

function factsOf({ id, lang, problem, turns }: SourceRow): RowFacts {
  return {
    ...{ id, lang, isDialogue: turns !== undefined },
    problem:
      problem === undefined
        ? null
        : { slug: problem.slug, tags: problem.tags, similar: problem.similar },
  };
}

const sourceOf = (id: string): string => id.slice(0, id.indexOf('/'));
