import { batchedCalls, estimateCalls } from '../../core/code-feedback/estimate-calls';
import type { MethodEstimate, MethodSample } from '../../core/code-feedback/estimate-calls';
import type { OfKind } from '../../core/kinds/of-kind';
import { isOfKind } from '../../core/kinds/of-kind';
import type { DatasetMethod } from '../../core/names/dataset-methods';
import type { RunPage, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { keptRows } from '../../store';

type Config = OfKind<RunConfig, 'dataset'>;

export interface DatasetEstimate {
  readonly methods: readonly MethodEstimate[];
  /** Calls that go through batches, at most, by stage. */
  readonly batched: ReturnType<typeof batchedCalls>;
}

/** What a planned run would ask, by method. Rows that earlier runs of the same rules and model finished serve as the sample. */
export async function estimateDataset(store: Store, config: Config): Promise<DatasetEstimate> {
  const rows = new Map<DatasetMethod, number>();
  for await (const { method } of keptRows(store.blobs, config.build.pages)) {
    rows.set(method, (rows.get(method) ?? 0) + 1);
  }
  const { recipe } = config.build;
  return {
    methods: estimateCalls(rows, recipe, await samplesOf(store, config)),
    batched: batchedCalls(rows, recipe),
  };
}

async function samplesOf(
  store: Store,
  config: Config,
): Promise<ReadonlyMap<DatasetMethod, MethodSample>> {
  const samples = new Map<DatasetMethod, MethodSample>();
  for (const run of await store.runs.runs()) {
    if (!isOfKind(run.config, 'dataset') || rulesOf(run.config) !== rulesOf(config)) continue;
    for await (const page of store.runs.pages(run.id)) addPage(samples, page);
  }
  return samples;
}

/** The rows of a page that have ended, with their calls: also those that were read back, because they say what a row takes. */
function addPage(samples: Map<DatasetMethod, MethodSample>, { attempts, calls }: RunPage): void {
  const methods = new Map<string, DatasetMethod>();
  for (const { problem, result } of attempts) {
    if (result?.outcome.kind !== 'dataset' || result.outcome.method === null) continue;
    const { method } = result.outcome;
    methods.set(problem, method);
    const known = samples.get(method) ?? noSample;
    samples.set(method, { ...known, rows: known.rows + 1 });
  }
  for (const { problem, promptTokens, completionTokens, costUsd } of calls) {
    const method = methods.get(problem);
    const known = method === undefined ? undefined : samples.get(method);
    if (method === undefined || known === undefined) continue;
    samples.set(method, {
      ...known,
      calls: known.calls + 1,
      tokens: known.tokens + (promptTokens ?? 0) + (completionTokens ?? 0),
      costUsd: known.costUsd === null || costUsd === null ? null : known.costUsd + costUsd,
    });
  }
}

const noSample: MethodSample = { rows: 0, calls: 0, tokens: 0, costUsd: 0 };

/** What decides how much a row asks. Quotas and gates do not. */
function rulesOf({ build: { recipe }, model, maxTokens, versions }: Config): string {
  const { simulate, correct } = recipe.methods;
  const rules = [
    ...[recipe.filter, recipe.models, model.logicalEndpoint, model.name, maxTokens ?? null],
    ...[simulate?.maxExecutions, simulate?.feedbackRounds, correct?.maxExecutions],
    recipe.budgets?.callsPerRow,
    // A call of a batch costs half.
    recipe.batch?.stages,
    versions?.prompts,
  ];
  return canonicalJson(asJson(rules.map((rule) => rule ?? null)));
}
