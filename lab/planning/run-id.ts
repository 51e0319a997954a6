import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { RunConfig } from '../../core/schemas/run';
import { withKindUnlessSearch, workRow } from '../../core/kinds/kinds';
import { sha256Of } from '../sha256-of';

/**
 * A run's id: readable words, then a hash of everything that decides its results. The same configuration is the
 * same run; concurrency is not part of it, nor is what a person calls the samples of an evaluation, or a file of visible tests.
 */
export function runIdOf(config: RunConfig): string {
  const text = canonicalJson(asJson(runIdentity(config)));
  const hash = sha256Of(text).slice(0, 8);
  const by = workRow(config.kind).author(config)?.name ?? config.model.name;
  const words = [config.method, config.dataset.name, by, config.fresh ?? '']
    .filter((word) => word !== '')
    .map((word) => word.replace(/[^a-zA-Z0-9._-]+/g, '-').slice(0, 40));
  return `${words.join('-')}-${hash}`;
}

/** What decides a run's results: its configuration without what only tells where from, or how it is called. */
export function runIdentity(config: RunConfig): object {
  const { visibleTests } = config.dataset;
  // The tests of a file are in the hash of the rows.
  const shown = visibleTests === undefined ? undefined : { ...visibleTests, file: undefined };
  return {
    ...withKindUnlessSearch(workRow(config.kind).identity(config)),
    dataset: { ...config.dataset, visibleTests: shown },
  };
}
