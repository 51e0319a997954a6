import type { RunConfig, RunVersions } from '../../core/schemas/run';
import { versionsOf } from '../../core/work/versions';
import { sha256Of } from '../sha256-of';

/** The versions of this program that decide the results of a run of this configuration. */
export function ownVersions(config: RunConfig): RunVersions {
  return versionsOf(config, sha256Of);
}
