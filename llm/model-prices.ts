import type { TokenUsage } from '../core/schemas/model';

/** What a model costs, in USD per million tokens, and when and where that was read. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** ISO date (day or month) of the reading. */
  readonly asOf: string;
  readonly source: string;
}

const openai = { asOf: '2026-03', source: "OpenAI's price list, standard tier" };

/** A batch costs half (OpenAI's batch API). */
export const batchPriceShare = 0.5;

/** By model name as sent. Discounts for cached input are left out: upper bounds. No row: unknown, never zero. */
export const modelPrices: Readonly<Record<string, ModelPrice>> = {
  'gpt-5.4': { inputUsd: 2.5, outputUsd: 15, ...openai },
  'gpt-5.2': { inputUsd: 1.75, outputUsd: 14, ...openai },
  'gpt-5.1': { inputUsd: 1.25, outputUsd: 10, ...openai },
  'gpt-5.1-codex': { inputUsd: 1.25, outputUsd: 10, ...openai },
  'gpt-5.1-codex-mini': { inputUsd: 0.25, outputUsd: 2, ...openai },
  'gpt-5': { inputUsd: 1.25, outputUsd: 10, ...openai },
  'gpt-5-codex': { inputUsd: 1.25, outputUsd: 10, ...openai },
  'gpt-5-mini': { inputUsd: 0.25, outputUsd: 2, ...openai },
  'gpt-5-nano': { inputUsd: 0.05, outputUsd: 0.4, ...openai },
  'gpt-5-pro': { inputUsd: 15, outputUsd: 120, ...openai },
  'gpt-4.1': { inputUsd: 2, outputUsd: 8, ...openai },
  'gpt-4.1-mini': { inputUsd: 0.4, outputUsd: 1.6, ...openai },
  'gpt-4.1-nano': { inputUsd: 0.1, outputUsd: 0.4, ...openai },
  'gpt-4o': { inputUsd: 2.5, outputUsd: 10, ...openai },
  'gpt-4o-2024-05-13': { inputUsd: 5, outputUsd: 15, ...openai },
  'gpt-4o-mini': { inputUsd: 0.15, outputUsd: 0.6, ...openai },
  'gpt-4-turbo': { inputUsd: 10, outputUsd: 30, ...openai },
  'gpt-4': { inputUsd: 30, outputUsd: 60, ...openai },
  'gpt-3.5-turbo': { inputUsd: 0.5, outputUsd: 1.5, ...openai },
  o1: { inputUsd: 15, outputUsd: 60, ...openai },
  o3: { inputUsd: 2, outputUsd: 8, ...openai },
  'o3-mini': { inputUsd: 1.1, outputUsd: 4.4, ...openai },
  'o4-mini': { inputUsd: 1.1, outputUsd: 4.4, ...openai },
  'text-embedding-3-small': { inputUsd: 0.02, outputUsd: 0, ...openai },
  'text-embedding-3-large': { inputUsd: 0.13, outputUsd: 0, ...openai },
};

/** The row of a model's dated snapshot (`gpt-4o-mini-2024-07-18`) is its family's, unless it has its own. */
const snapshotDate = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/** The table's row for a model; null: unknown. */
export function modelPrice(model: string): ModelPrice | null {
  // Object.hasOwn: a model may be called `constructor`.
  const found = [model, model.replace(snapshotDate, '')].find((name) =>
    Object.hasOwn(modelPrices, name),
  );
  return found === undefined ? null : (modelPrices[found] ?? null);
}

/** Cost in USD of an answer; null when the model's price or the usage is unknown. */
export function priceOf(model: string, usage: TokenUsage | null): number | null {
  const price = modelPrice(model);
  if (price === null || usage === null) return null;
  const { promptTokens, completionTokens } = usage;
  return (promptTokens * price.inputUsd + completionTokens * price.outputUsd) / 1_000_000;
}
