import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import { storedArchive } from '../../../core/work/stored-archive';
import { interpreterFolder, interpreterOf } from '../../../core/repository/interpreter';
import { interpreterArchive } from '../../../core/work/interpreter-archive';
import { environmentShape } from '../open-environment';
import { RepositoryJobError, runRepositoryJob } from '../repository/run-repository-job';
import type { RepositoryParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';

/** What was looked for in an environment, and what was found. No finding: nothing comes after its commit. */
export const HistoryAudit = z.object({
  findings: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type HistoryAudit = z.infer<typeof HistoryAudit>;

export type AuditParts = Pick<RepositoryParts, 'repositories' | 'place'> & {
  readonly store: Pick<RepositoryParts['store'], 'environments'>;
};

const shape = { ...environmentShape, filesMb: 2_048 };

/**
 * Looks through everything that a box of an environment holds: git directories, caches of installers, another version of the
 * repository's own distribution. It is done once for each environment and stored.
 * @throws RepositoryJobError, what a cell throws
 */
export async function auditEnvironment(
  { store: { environments }, repositories, place }: AuditParts,
  record: EnvironmentRecord,
  signal?: AbortSignal,
): Promise<HistoryAudit> {
  const { tools } = await place();
  const key = stepKey('history-audit', { environment: record.sha256, tools });
  const known = HistoryAudit.safeParse(await environments.findStep(key)).data;
  if (known !== undefined) return known;
  const interpreter = interpreterOf(record);
  const { image } = record;
  const roots = {
    ...{ source: '/srv/source', project: '/srv/project', deps: '/srv/deps' },
    ...(image !== undefined && { image: '/' }),
    ...(record.archives.interpreter !== undefined && { interpreter: interpreterFolder }),
  };
  const { end } = await runRepositoryJob(await repositories(), {
    module: 'audit_history',
    request: { roots },
    archives: [
      storedArchive(environments, record.archives.installed),
      storedArchive(environments, record.archives.snapshot, 'source'),
      ...interpreterArchive(environments, interpreter),
    ],
    shape,
    image: image?.id,
    options: {
      // Strict walls would hide the Python of the image.
      ...{ walls: image === undefined ? 'strict' : 'wide', signal },
      limits: { ...usualJobLimits, wallMs: 300_000, cpuMs: 300_000, diskMb: shape.scratchMb },
    },
  });
  if (end.kind !== 'finished') throw new RepositoryJobError('audit_history', end);
  const audit = HistoryAudit.parse(end.record);
  await environments.saveStep(key, audit);
  return audit;
}
