import { createMethod } from './create-method';
import type { SearchState } from './method';
import type { Placed } from './method-rules';
import { bareItem, pushItems } from './search-state';

/** Of the samples after the first of a location set (Agentless, section 4). */
const sampleTemperature = 0.8;

/** The first sample of a location set is greedy. */
function temperatureAt({ nodes }: SearchState, { strategy, ordinal }: Placed): number {
  const sampled = nodes.some(
    (node) => node.ordinal < ordinal && node.strategy?.sha256 === strategy?.sha256,
  );
  return sampled ? sampleTemperature : 0;
}

/** One place for each distinct location set, in the order of the sets. */
function nextRound(state: SearchState): SearchState {
  const distinct = new Map(state.strategies.map((strategy) => [strategy.sha256, strategy]));
  return pushItems(
    state,
    [...distinct.values()].map((strategy) => ({ ...bareItem, strategy })),
  );
}

/**
 * Agentless: location sets, then samples of a patch, in turn for each set, until the budget is spent. No sample depends on
 * the results of another. The answer is chosen at the end by `rerank`. Deviation: the samples take turns, so that a smaller
 * budget has samples of every set; the authors take 10 of each of 4 sets.
 */
export const agentless = createMethod({
  name: 'agentless',
  asks: 'strategies',
  shape: { usual: { width: 4, maxDepth: 1 }, variants: {}, flat: true },
  style: 'plain',
  temperature: temperatureAt,
  critic: null,
  independent: true,
  answer: 'rerank',
  patchesOnly: true,
  reflectWhen: 'never',
  repairs: false,
  reflectAtMost: () => 0,
  // This happens while the last one is in flight: if that one is aborted, the others must not end.
  onScheduled: (state) => (state.frontier.length === 0 ? nextRound(state) : state),
  onMade: (state) => state,
});
