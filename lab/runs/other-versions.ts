import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { UsageError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { differingVersions } from '../../core/work/versions';
import { runIdentity } from '../planning/run-id';
import { ownVersions } from '../planning/own-versions';

/**
 * Refuses to continue a run that was begun with other prompts, another extraction or another grading, because its second
 * half would be another experiment.
 * @throws UsageError (`RUN_OF_OTHER_VERSIONS`) naming what differs
 */
export function requireOwnVersions({ id, config }: Pick<RunRecord, 'id' | 'config'>): void {
  const differing = differingVersions(config.versions, ownVersions(config));
  if (differing.length === 0) return;
  throw new UsageError(
    `run ${id} was begun with other versions of: ${differing.join(', ')}`,
    'Finish it with the version of espalier that began it, or make a new run with `run start`; what it has come to stays, and answers to equal questions are read back',
    { code: 'RUN_OF_OTHER_VERSIONS' },
  );
}

/** Sentences about older runs with nearly the configuration of a new run. Empty: there are none. */
export function olderRuns(
  plan: Pick<RunRecord, 'id' | 'config'>,
  runs: readonly Pick<RunRecord, 'id' | 'config'>[],
): readonly string[] {
  const asked = withoutVersions(plan.config);
  return runs
    .filter(({ id, config }) => id !== plan.id && withoutVersions(config) === asked)
    .map(({ id, config }) => {
      const differing = differingVersions(config.versions, plan.config.versions);
      return `an older run of this configuration exists under other ${differing.join(', ')}: ${id}`;
    });
}

function withoutVersions(config: RunConfig): string {
  // Older runs do not record which tests were shown and which grade. The hash of their rows does.
  const dataset = { ...config.dataset, visibleTests: null, judgedSha256: null };
  return canonicalJson(asJson({ ...runIdentity(config), dataset, versions: null }));
}
