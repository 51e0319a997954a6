import type { InfraFailure } from '../../core/patches/infra-failure';
import type { JsonValue } from '../../core/values/canonical-json';

/** One prediction, as the report of a run counts it. */
export interface CountedPatch {
  readonly id: string;
  readonly isEmpty: boolean;
  /** null: there is no report.json. */
  readonly resolved: boolean | null;
  /** What test_output.txt and run_instance.log say of a broken machine. */
  readonly failure: InfraFailure | null;
}

/** `<model>.<run>.json` as swebench 5.0 writes it. @param ids of the whole data set */
export function runReport(ids: readonly string[], patches: readonly CountedPatch[]): JsonValue {
  const sorted = (kept: (one: CountedPatch) => boolean): string[] =>
    patches
      .filter(kept)
      .map(({ id }) => id)
      .sort();
  const filled = (one: CountedPatch): boolean => !one.isEmpty;
  const submitted = new Set(patches.map(({ id }) => id));
  const lists = {
    completed: sorted((one) => filled(one) && one.resolved !== null),
    incomplete: ids.filter((id) => !submitted.has(id)).toSorted(),
    empty_patch: sorted(({ isEmpty }) => isEmpty),
    submitted: [...submitted].sort(),
    resolved: sorted((one) => filled(one) && one.resolved === true),
    unresolved: sorted((one) => filled(one) && one.resolved === false),
    error: sorted((one) => filled(one) && one.resolved === null),
  };
  const failures = patches
    .filter((one) => filled(one) && one.resolved !== true)
    .flatMap(({ id, failure }) => (failure === null ? [] : [{ id, ...failure }]))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const ofTier = (wanted: string): string[] =>
    failures.filter(({ tier }) => tier === wanted).map(({ id }) => id);
  const [infra, ambiguous] = [ofTier('environment'), ofTier('ambiguous')];
  return {
    total_instances: ids.length,
    submitted_instances: lists.submitted.length,
    completed_instances: lists.completed.length,
    resolved_instances: lists.resolved.length,
    unresolved_instances: lists.unresolved.length,
    infra_failure_instances: infra.length,
    ambiguous_failure_instances: ambiguous.length,
    empty_patch_instances: lists.empty_patch.length,
    error_instances: lists.error.length,
    completed_ids: lists.completed,
    incomplete_ids: lists.incomplete,
    empty_patch_ids: lists.empty_patch,
    submitted_ids: lists.submitted,
    resolved_ids: lists.resolved,
    unresolved_ids: lists.unresolved,
    infra_failure_ids: infra,
    ambiguous_failure_ids: ambiguous,
    failure_reasons: Object.fromEntries(failures.map(({ id, reason }) => [id, reason])),
    error_ids: lists.error,
    schema_version: 2,
  };
}
