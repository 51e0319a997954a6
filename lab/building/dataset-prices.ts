import type { OfKind } from '../../core/kinds/of-kind';
import type { RunConfig } from '../../core/schemas/run';

/** The price of a model that a recipe names, or of the model of the run. */
export interface NamedPrice {
  readonly model: string;
  /** USD per million tokens, and when that was read. null: unknown, which is not zero. */
  readonly price: {
    readonly inputUsd: number;
    readonly outputUsd: number;
    readonly asOf: string;
  } | null;
}

/** Prices of all models that the run may ask. Our own servers cost nothing, so of them there are none. */
export async function datasetPrices({
  build: { recipe },
  model,
}: OfKind<RunConfig, 'dataset'>): Promise<readonly NamedPrice[]> {
  if (model.kind !== 'endpoint') return [];
  const { modelPrice } = await import('../../llm/index.js');
  const { judge, weak, strong, embedder } = recipe.models;
  const names = [judge, weak, strong].map((name) => name ?? model.name);
  if (embedder !== undefined) names.push(embedder);
  return [...new Set(names)].map((name) => {
    const price = modelPrice(name);
    if (price === null) return { model: name, price };
    const { inputUsd, outputUsd, asOf } = price;
    return { model: name, price: { inputUsd, outputUsd, asOf } };
  });
}
