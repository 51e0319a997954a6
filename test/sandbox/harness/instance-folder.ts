import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { HarnessTrial } from '../../../laboratory/trials/harness/harness-trial';
import { sampleInstance } from '../../../laboratory/trials/harness/sample-instances';
import type { SampleInstance } from '../../../laboratory/trials/harness/sample-instances';
import { sampleArchives } from '../../../laboratory/trials/harness/sample-project';
import type { SampleTarget } from '../../../laboratory/trials/harness/sample-project';

export interface InstanceFolder {
  readonly folder: string;
  /** The data set's file in it. */
  readonly file: string;
  readonly instances: readonly SampleInstance[];
  readonly record: EnvironmentRecord;
}

/** A folder as `espalier env export` writes it, with an instance for each target; whoever asks for it removes it. */
export async function makeInstanceFolder(
  trial: HarnessTrial,
  targets: readonly SampleTarget[],
): Promise<InstanceFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'instances-'));
  const environment = await trial.keep(sampleArchives());
  const record = await trial.store.environment(environment);
  if (record === null) throw new RangeError(environment);
  const instances: SampleInstance[] = [];
  for (const target of targets) {
    instances.push(sampleInstance(await trial.target(environment, target), record));
  }
  mkdirSync(join(folder, 'graded'));
  for (const { instance, text } of instances) {
    writeFileSync(join(folder, 'graded', `${instance.graded}.json`), text);
  }
  const file = join(folder, 'instances.jsonl');
  writeFileSync(file, instances.map(({ instance }) => JSON.stringify(instance)).join('\n'));
  return { folder, file, instances, record };
}
