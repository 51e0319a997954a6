import { createHash } from 'node:crypto';

import type { RunConfig, RunVersions } from '../../core/schemas/run';
import { versionsOf } from '../../core/work/versions';

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The versions of this program that decide the results of a run of this configuration. */
export function ownVersions(config: RunConfig): RunVersions {
  return versionsOf(config, sha256Of);
}
