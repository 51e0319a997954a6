import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import type { Assigned, RowFacts } from '../../core/code-feedback/assign-methods';
import type { OfKind } from '../../core/kinds/of-kind';
import type { Store } from '../../core/ports/records';
import type { Recipe, RecipeSource } from '../../core/schemas/recipe';
import type { RunConfig } from '../../core/schemas/run';
import type { SourceRow } from '../../core/schemas/source-row';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { createRepeats, fileSha256, readSource } from '../../datasets';
import type { ReadRow } from '../../datasets';
import type { LabContext } from '../lab-context';
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
  const files = new Map<string, string>();
  for (const source of recipe.sources) {
    sources.set(source.name, { read: 0, unreadable: 0, repeated: 0 });
    files.set(source.name, await sourceSha256(source, where));
  }
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
    counts: (assigned) => {
      const taken = new Set([...assigned].flatMap(([place, { partners }]) => [place, ...partners]));
      const ofSource = (name: string): number =>
        facts.filter(({ id }, place) => taken.has(place) && sourceOf(id) === name).length;
      return Object.fromEntries(
        recipe.sources.map(({ name, licence }) => {
          const { read = 0, unreadable = 0, repeated = 0 } = sources.get(name) ?? {};
          const planned = ofSource(name);
          const unplanned = read - unreadable - repeated - planned;
          const sha256 = files.get(name) ?? '';
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
    for await (const one of rowsOf(source, where)) {
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
): AsyncGenerator<ReadRow> {
  const { file, questions } = source;
  if (file === undefined) {
    for await (const row of workRows(store, source)) yield { kind: 'row', row };
    return;
  }
  const found = questions === undefined ? {} : { questions: resolve(folder, questions) };
  yield* readSource({ ...source, ...found }, resolve(folder, file));
}

/** Of the bytes of a file, or of the rows that were made here. */
async function sourceSha256(source: RecipeSource, where: Where): Promise<string> {
  const { file } = source;
  if (file !== undefined) return fileSha256(resolve(where.folder, file));
  const hash = createHash('sha256');
  for await (const row of workRows(where.store, source)) hash.update(canonicalJson(asJson(row)));
  return hash.digest('hex');
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
