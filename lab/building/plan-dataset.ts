import { dirname, resolve } from 'node:path';

import { assignMethods } from '../../core/code-feedback/assign-methods';
import type { Assigned } from '../../core/code-feedback/assign-methods';
import { endsAtOnce, RowsAtOnce } from '../../core/code-feedback/rows-at-once';
import { UsageError } from '../../core/errors/errors';
import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import { datasetMethods } from '../../core/names/dataset-methods';
import type { DatasetMethod } from '../../core/names/dataset-methods';
import type { PlannedRow } from '../../core/kinds/dataset/schema';
import type { Store } from '../../core/ports/records';
import type { Recipe } from '../../core/schemas/recipe';
import { RunConfig } from '../../core/schemas/run';
import { usualLeastLevel } from '../../core/schemas/verdict';
import { keepRows } from '../../store';
import type { LabContext } from '../lab-context';
import { chooseModel } from '../planning/model-choice';
import { ownVersions } from '../planning/own-versions';
import { runIdOf } from '../planning/run-id';
import type { StartableRun } from '../runs/start-run';
import { sha256Of } from '../sha256-of';
import { benchmarkTexts } from './benchmark-texts';
import type { CheckedDatasetRequest } from './dataset-request';
import { ingestSources, ingestedRows } from './ingest-sources';
import { loadRecipe } from './load-recipe';

/**
 * Plans a run that makes a data set. All rows of its sources are read into the store now: a file that changes later changes nothing.
 * @throws UsageError naming the recipe or source, the fault and the remedy
 */
export async function planDataset(
  { settings, note }: Pick<LabContext, 'settings' | 'note'>,
  store: Store,
  request: CheckedDatasetRequest,
): Promise<StartableRun> {
  const recipe = await loadRecipe(request.recipe);
  const model = await chooseModel({ model: request.model }, settings);
  const folder = dirname(resolve(request.recipe));
  const benchmarks = await benchmarkTexts(recipe, folder, settings);
  const ingest = await ingestSources(recipe, { store, folder, limit: request.limit, note });
  const assigned = assignMethods(ingest.facts, recipe, sha256Of);
  if (assigned.size === 0) {
    throw new UsageError(
      `recipe ${request.recipe}: no row of its sources fits one of its methods`,
      'Name a source with other rows, or another method: `docs/making-data-sets.md` says which rows each one takes',
      { code: 'NO_ROWS' },
    );
  }
  for (const method of idleMethods(recipe, assigned)) {
    note(`method ${method} gets no row: no source has one that fits and is free`);
  }
  const ids = [...assigned.keys()].sort((left, right) => left - right);
  const planned = plannedRows(recipe, { store, folder, limit: request.limit, assigned });
  const atOnce = new RowsAtOnce();
  let from = 0;
  const pages = await keepRows(store.blobs, planned, (page) => {
    atOnce.addPage(
      from,
      page.map((row) => endsAtOnce(row, recipe)),
    );
    from += page.length;
  });
  await ingest.requireUnchanged();
  const asked = RunConfig.parse({
    kind: 'dataset',
    method: 'make-dataset',
    dataset: { name: recipe.name, sha256: pages },
    problems: ids.map((place) => ingest.facts[place]?.id),
    model: model.config,
    seed: recipe.seed,
    ...(request.maxTokens === undefined ? {} : { maxTokens: request.maxTokens }),
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: usualLeastLevel,
    reuse: request.reuse,
    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),
    build: {
      recipe,
      pages,
      ...(atOnce.ranges.length === 0 ? {} : { atOnce: atOnce.ranges }),
      benchmarks: benchmarks === null ? null : await store.blobs.put(JSON.stringify(benchmarks)),
      ingested: ingest.counts(assigned),
    },
  });
  const config = { ...asked, versions: ownVersions(asked) };
  const { concurrency } = request;
  return { id: runIdOf(config), config, model, dataset: { rows: [] }, concurrency };
}

function idleMethods(
  { methods }: Recipe,
  assigned: ReadonlyMap<number, Assigned>,
): readonly DatasetMethod[] {
  const used = new Set([...assigned.values()].map(({ method }) => method));
  return datasetMethods.filter((one) => methods[one] !== undefined && !used.has(one));
}

/** Reads the sources a second time: the rows of 100,000 and more do not stay in memory between. */
async function* plannedRows(
  recipe: Recipe,
  {
    store,
    folder,
    limit,
    assigned,
  }: {
    readonly store: Store;
    readonly folder: string;
    readonly limit: number | undefined;
    readonly assigned: ReadonlyMap<number, Assigned>;
  },
): AsyncIterable<PlannedRow> {
  const partners = new Set([...assigned.values()].flatMap((one) => one.partners));
  const kept = new Map<number, PlannedRow['row']>();
  if (partners.size > 0) {
    for await (const { place, row } of ingestedRows(recipe, { store, folder, limit })) {
      if (partners.has(place)) kept.set(place, row);
    }
  }
  for await (const { place, row } of ingestedRows(recipe, { store, folder, limit })) {
    const own = assigned.get(place);
    if (own === undefined) continue;
    const { method, errorClass } = own;
    yield { row, method, errorClass, partners: own.partners.flatMap((at) => kept.get(at) ?? []) };
  }
}
