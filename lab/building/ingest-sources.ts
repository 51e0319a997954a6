import { resolve } from 'node:path';

import type { Assigned, RowFacts } from '../../core/code-feedback/assign-methods';
import type { OfKind } from '../../core/kinds/of-kind';
import type { Recipe } from '../../core/schemas/recipe';
import type { RunConfig } from '../../core/schemas/run';
import type { SourceRow } from '../../core/schemas/source-row';
import { createRepeats, fileSha256, readSource } from '../../datasets';
import type { LabContext } from '../lab-context';

type Ingested = OfKind<RunConfig, 'dataset'>['build']['ingested'];

interface Where {
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
    files.set(source.name, await fileSha256(resolve(where.folder, source.file)));
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

async function* allRows(recipe: Recipe, { folder, limit }: Where): AsyncIterable<Read> {
  const repeats = createRepeats();
  for (const source of recipe.sources) {
    const most = Math.min(source.limit ?? Infinity, limit ?? Infinity);
    let read = 0;
    const { file, questions } = source;
    const found = questions === undefined ? {} : { questions: resolve(folder, questions) };
    for await (const one of readSource({ ...source, ...found }, resolve(folder, file))) {
      if (read >= most) break;
      read += 1;
      if (one.kind === 'unreadable') yield { source: source.name, ...one };
      else if (repeats.isRepeat(one.row.query)) yield { source: source.name, kind: 'repeated' };
      else yield { source: source.name, kind: 'row', row: one.row };
    }
  }
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
