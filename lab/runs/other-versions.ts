import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { UsageError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { differingVersions } from '../../core/work/versions';
import { runIdentity } from '../planning/run-id';
import { ownVersions } from '../planning/own-versions';

/**
 * A run that was begun under other prompts, another reading of replies or another grading is not gone on with: its second
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

/** What a new run's configuration has in common with older ones, in a sentence each; none: there is no such run. */
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
  // Runs of before do not say which tests were shown, and which judge; their rows do, by their hash.
  const dataset = { ...config.dataset, visibleTests: null, judgedSha256: null };
  return canonicalJson(asJson({ ...runIdentity(config), dataset, versions: null }));
}
