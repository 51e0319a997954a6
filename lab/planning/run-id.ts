import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { RunConfig } from '../../core/schemas/run';
import { withKindUnlessSearch, workRow } from '../../core/kinds/kinds';
import { sha256Of } from '../sha256-of';

/**
 * The id of a run: readable words, then a hash of everything that decides its results. The same configuration is the same
 * run. Not part of it: the concurrency, the name that a person gives to the samples of an evaluation, and the name of a file
 * of visible tests.
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

/** Everything that decides the results of a run: its configuration without members that only name an origin or a label. */
export function runIdentity(config: RunConfig): object {
  const { visibleTests } = config.dataset;
  // The tests of a file are in the hash of the rows.
  const shown = visibleTests === undefined ? undefined : { ...visibleTests, file: undefined };
  return {
    ...withKindUnlessSearch(workRow(config.kind).identity(config)),
    dataset: { ...config.dataset, visibleTests: shown },
  };
}
