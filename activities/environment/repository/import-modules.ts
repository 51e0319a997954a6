import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { StepOnRepository } from '../../../core/ports/environment';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobLimits, JobResult } from '../../../core/adapters/repository';
import { wasStopped } from '../../../core/repository/stopped-job';
import { RepositoryStatus } from '../../../core/schemas/environment';
import type { DurableContext } from '../../work/durable';
import { environmentRoots, environmentShape, openEnvironment } from '../open-environment';
import { knownEnvironment } from './known-environment';
import type { RepositoryParts } from './repository-parts';
import { endWords } from './run-repository-job';
import { stepKey } from './step-key';

const ofImports = 'imports: ';

const moduleSeconds = 20;
const totalSeconds = 300;

const limits: JobLimits = {
  ...usualJobLimits,
  wallMs: (totalSeconds + 60) * 1_000,
  cpuMs: (totalSeconds + 60) * 1_000,
  memoryMb: environmentShape.memoryMb,
  processes: 128,
  diskMb: environmentShape.scratchMb,
};

const ToldEnd = z.object({
  kind: z.literal('imports'),
  status: z.enum(['ok', 'partial', 'import_failed']),
  reason: z.string().nullable(),
  counts: z.record(z.string(), z.int().nonnegative()),
  /** The word for modules that there was no time to import. */
  notRun: z.int().nonnegative(),
});

const ToldModule = z.object({
  kind: z.literal('module'),
  module: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
});

const Imported = z.strictObject({
  failed: z.array(z.strictObject({ module: z.string(), status: z.string(), reason: z.string() })),
  ended: RepositoryStatus.nullable(),
  lacks: z.string().nullable(),
  modules: z.strictObject({ importable: z.int(), total: z.int() }),
});
type Imported = z.infer<typeof Imported>;

/** Finds the modules that can be imported, with the isolation that functions will have. @throws what a cell throws */
export async function importModules(
  parts: RepositoryParts,
  environment: string,
  { signal }: Pick<DurableContext, 'signal'>,
): Promise<StepOnRepository & Pick<Imported, 'failed'>> {
  const { environments } = parts.store;
  const record = await knownEnvironment(environments, environment);
  const key = stepKey('imports', { environment, place: await parts.place() });
  let imported = Imported.safeParse(await environments.findStep(key)).data;
  if (imported === undefined) {
    const run = async (alone: boolean): Promise<JobResult> => {
      const host = { ...parts, environments };
      const cell = await openEnvironment(host, record, signal, alone);
      try {
        const request = { roots: environmentRoots, seconds: moduleSeconds, totalSeconds };
        const job = { module: 'smoke_imports', request };
        return await cell.run(job, { limits, walls: 'strict', signal });
      } finally {
        await cell.close();
      }
    };
    const first = await run(false);
    const stopped = mayBeBusy(first);
    const last = stopped ? await run(true) : first;
    imported = importedOf(last);
    // A result that a busy machine may have stopped counts only for this run, unless a run with nothing else in cells gives
    // the same.
    const settled = !stopped || !mayBeBusy(last) || isDeepStrictEqual(importedOf(first), imported);
    if (settled) await environments.saveStep(key, imported);
  }
  const { ended, lacks, modules, failed } = imported;
  // Results of other versions of the tools are not reported beside it.
  const before = record.lacks.filter((one) => !one.startsWith(ofImports));
  const all = lacks === null ? before : [...before, `${ofImports}${lacks}`];
  await environments.saveEnvironment({ ...record, modules, lacks: all });
  return { ended, failed };
}

/** Whether a time limit or a signal took part in the result. */
function mayBeBusy({ end, records }: JobResult): boolean {
  if (end.kind !== 'finished') return wasStopped(end);
  const hangs = records.some((record) => ToldModule.safeParse(record).data?.status === 'hangs');
  return hangs || (ToldEnd.safeParse(end.record).data?.notRun ?? 0) > 0;
}

function importedOf({ end, records }: JobResult): Imported {
  const failed = records.flatMap((record) => {
    const told = ToldModule.safeParse(record).data;
    if (told === undefined || told.status === 'ok') return [];
    return [{ module: told.module, status: told.status, reason: told.reason ?? 'no reason given' }];
  });
  const none = { importable: 0, total: 0 };
  const answer = end.kind === 'finished' ? ToldEnd.safeParse(end.record).data : undefined;
  if (answer === undefined) {
    return {
      ended: { code: 'import_failed', why: endWords(end) },
      lacks: null,
      modules: none,
      failed,
    };
  }
  const { status, counts } = answer;
  const why = answer.reason ?? 'no module could be imported';
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ended: status === 'import_failed' ? { code: status, why } : null,
    lacks: status === 'partial' ? why : null,
    modules: { importable: counts['ok'] ?? 0, total },
    failed,
  };
}
