import type { RunConfig, RunVersions } from '../../core/schemas/run';
import { versionsOf } from '../../core/work/versions';
import { sha256Of } from '../sha256-of';

/** The versions under which this program makes a run of this configuration. */
export function ownVersions(config: RunConfig): RunVersions {
  return versionsOf(config, sha256Of);
}
