import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import type { Store } from '../../core/ports/records';
import { rowOf } from '../../core/tasks/harness/instance-problem';
import { GradedHarness } from '../../core/schemas/environment-harness';
import { Instance } from '../../core/schemas/environment-instance';
import { isOfKind } from '../../core/kinds/of-kind';
import { datasetOf, instancesForm, instancesName } from '../../datasets';
import type { InstanceReading, LoadedDataset } from '../../datasets';

const prefix = 'env:';

/** The stored part of an accepted harness that is needed here: its instance. */
const Built = z.object({ instance: Instance });

/** The run in the name of a data set, `env:RUN`. null: it is another data set. */
export function environmentRunOf(dataset: string): string | null {
  return dataset.startsWith(prefix) ? dataset.slice(prefix.length) : null;
}

export interface GradedInstance {
  readonly instance: Instance;
  readonly graded: GradedHarness;
}

/** Accepted instances of an environment run, in order. @throws UsageError for another kind of run, or no such instance */
export async function environmentInstances(
  { runs, environments, blobs }: Pick<Store, 'runs' | 'environments' | 'blobs'>,
  id: string,
): Promise<readonly GradedInstance[]> {
  const run = await runs.run(id);
  if (run === null || !isOfKind(run.config, 'environment')) {
    throw new UsageError(
      `${id} is no run that builds environments`,
      'espalier env list says which there are',
      { code: 'RUN_UNKNOWN' },
    );
  }
  const found: GradedInstance[] = [];
  for (const problem of run.config.problems) {
    for (const { entry } of await environments.funnel({ run: id, problem, sample: 0 })) {
      if (entry.stage !== 'accepted') continue;
      const { instance } = Built.parse(JSON.parse(await blobs.get(entry.harness)));
      const graded = GradedHarness.parse(JSON.parse(await blobs.get(instance.graded)));
      found.push({ instance, graded });
    }
  }
  if (found.length > 0) return found;
  throw new UsageError(
    `${id} has accepted no harness`,
    `Wait for it, or look why: espalier env funnel ${id}`,
    { code: 'NO_INSTANCES' },
  );
}

/** These instances as a data set. @throws what `environmentInstances` throws */
export async function loadEnvironmentDataset(
  store: Pick<Store, 'runs' | 'environments' | 'blobs'>,
  id: string,
  reading: InstanceReading,
): Promise<LoadedDataset> {
  const instances = await environmentInstances(store, id);
  const name = instancesName(`${prefix}${id}`, reading.retrieval);
  const rows = instances.map(({ instance, graded }) =>
    rowOf(instance, graded, { ...reading, dataset: name }),
  );
  return datasetOf({ name, form: instancesForm, rows, repeated: 0, leftOut: [] });
}
