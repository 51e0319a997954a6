import { z } from 'zod';

import type { EnvironmentStore } from '../../../core/ports/environment';
import { usualJobLimits } from '../../../core/adapters/repository';
import type { RepositoryArchive } from '../../../core/adapters/repository';
import type { PinnedWheel } from '../../../repositories';
import type { RepositoryParts } from './repository-parts';
import { RepositoryJobError, runRepositoryJob } from './run-repository-job';
import { stepKey } from './step-key';
import { sha256Of } from '../../sha256-of';

const Unpacked = z.object({ sha256: z.string() });

const shape = { memoryMb: 1_024, filesMb: 256, scratchMb: 256 };

/**
 * Stores a tar with the contents of wheels and returns its sha256. Foreign archives are unpacked only in a cell.
 * @param scripts the only programs to keep. Absent: modules, and no programs
 * @throws IndexUnavailableError, NotReadyError, RepositoryJobError, what a cell throws
 */
export async function unpackedWheels(
  { store: { environments }, repositories, packages }: WheelParts,
  wheels: readonly PinnedWheel[],
  scripts?: readonly string[],
): Promise<string> {
  const key = stepKey('unpacked-wheels', { wheels, scripts });
  const known = Unpacked.safeParse(await environments.findStep(key)).data;
  if (known !== undefined && (await environments.hasArchive(known.sha256))) return known.sha256;
  const bytes = Buffer.concat([...(await packages.wheels(wheels))]);
  const unpacked: { sha256: string } = { sha256: '' };
  const { end } = await runRepositoryJob(await repositories(), {
    module: 'unpack_wheels',
    request: { wheels: wheels.map(({ filename }) => `/srv/wheels/${filename}`), scripts },
    archives: [archiveOf(bytes, 'wheels')],
    shape,
    options: {
      walls: 'strict',
      limits: {
        ...usualJobLimits,
        memoryMb: shape.memoryMb,
        diskMb: shape.scratchMb,
        fileBytes: 256 * 1024 * 1024,
      },
      onFile: async (_name, content) => {
        unpacked.sha256 = (await environments.putArchive(content)).sha256;
      },
    },
  });
  if (end.kind !== 'finished') throw new RepositoryJobError('unpack_wheels', end);
  await environments.saveStep(key, unpacked);
  return unpacked.sha256;
}

export type WheelParts = Pick<RepositoryParts, 'repositories' | 'packages'> & {
  readonly store: {
    readonly environments: Pick<
      EnvironmentStore,
      'findStep' | 'saveStep' | 'hasArchive' | 'putArchive'
    >;
  };
};

function archiveOf(bytes: Buffer, at: string): RepositoryArchive {
  return {
    hash: sha256Of(bytes),
    at,
    open: async function* () {
      yield bytes;
    },
  };
}
