import { createHash } from 'node:crypto';

import { z } from 'zod';

import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { EnvironmentStore } from '../../core/ports/environment';
import { usualJobLimits } from '../../core/adapters/repository';
import type {
  RepositoryArchive,
  RepositoryCell,
  RepositoryHost,
  RepositoryShape,
} from '../../core/adapters/repository';
import { definitionPlace } from '../../core/repository/definition-place';
import { openWithPython } from '../../core/repository/open-with-python';
import { interpreterOf } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import { storedArchive } from '../../core/work/stored-archive';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import { SandboxInfraError } from '../errors';
import { CopiedBodyError, EnvironmentMissingError } from './grading-errors';

const Archive = z.object({ sha256: z.string(), bytes: z.int().nonnegative() });
type Archive = z.infer<typeof Archive>;

const Copy = z.object({ path: z.string(), why: z.string() });
const Removed = z.object({
  removed: z.array(z.object({ path: z.string(), how: z.string(), why: z.string() })),
  leaks: z.array(Copy),
  same: z.boolean(),
});
const Kept = z.union([
  z.object({ leaks: z.array(Copy).min(1) }),
  /** `tools`: sha256 of what our own jobs need. */
  z.object({ project: Archive, rest: Archive, tools: z.string() }),
]);
type Kept = z.infer<typeof Kept>;
type Part = 'project' | 'rest';

/** Of a cell that a whole environment is unpacked in; memory of the machine is only taken by what is. */
const wholeShape: RepositoryShape = { memoryMb: 2_048, filesMb: 4_096, scratchMb: 64 };
const limits = {
  ...usualJobLimits,
  ...{ wallMs: 600_000, cpuMs: 600_000, memoryMb: 2_048, fileBytes: 4 * 1024 ** 3 },
};
const megabyte = 1024 * 1024;
/** Of what a file of a few bytes takes, and folders; and what our own jobs need. */
const allowance = { share: 1.5, mb: 256 };

/** What is needed of the store of environments. */
export type GradingStore = Pick<
  EnvironmentStore,
  'environment' | 'openArchive' | 'putArchive' | 'findStep' | 'saveStep'
>;

export interface GradedEnvironment {
  readonly record: EnvironmentRecord;
  readonly archives: readonly RepositoryArchive[];
  readonly filesMb: number;
}

/** Made of whole environments by a job that runs none of their code, without one definition's body, and kept by content. */
export class GradedEnvironments {
  private readonly making = new Map<string, Promise<Kept>>();

  constructor(
    private readonly host: RepositoryHost,
    private readonly environments: GradingStore,
    /** Hash of our own Python: another one may find more copies. */
    private readonly tools: string,
  ) {}

  /**
   * @param id of the definition
   * @throws CopiedBodyError, BlobMissingError, EnvironmentMissingError, what `openWithPython` and a cell throw
   */
  async of(environment: string, id: string, signal?: AbortSignal): Promise<GradedEnvironment> {
    const record = await this.environments.environment(environment);
    if (record === null) throw new EnvironmentMissingError(environment);
    const kept = await this.kept(record, id, signal);
    if ('leaks' in kept) throw new CopiedBodyError(id, kept.leaks);
    const { project, rest, tools } = kept;
    const interpreter = interpreterOf(record);
    const bytes = (project.bytes + rest.bytes) * allowance.share;
    return {
      record,
      archives: [
        ...[rest, project].map(({ sha256 }) => storedArchive(this.environments, sha256)),
        storedArchive(this.environments, tools, 'tools'),
        ...interpreterArchive(this.environments, interpreter),
      ],
      filesMb: Math.ceil(bytes / megabyte) + (interpreter === undefined ? 1 : 2) * allowance.mb,
    };
  }

  private async kept(record: EnvironmentRecord, id: string, signal?: AbortSignal): Promise<Kept> {
    const key = this.key({ environment: record.sha256, ...definitionPlace(id) });
    const known = Kept.safeParse(await this.environments.findStep(key));
    if (known.success) return known.data;
    const under = this.making.get(key);
    if (under !== undefined) return under;
    const making = this.make({ record, id, key }, signal).finally(() => {
      this.making.delete(key);
    });
    this.making.set(key, making);
    return making;
  }

  private async make(
    { record, id, key }: { record: EnvironmentRecord; id: string; key: string },
    signal?: AbortSignal,
  ): Promise<Kept> {
    const restKey = this.key({ environment: record.sha256 });
    const rest = Archive.safeParse(await this.environments.findStep(restKey));
    const { installed, snapshot, tools } = record.archives;
    const cell = await openWithPython(this.host, record, {
      archives: [
        storedArchive(this.environments, installed),
        storedArchive(this.environments, snapshot, 'source'),
        ...interpreterArchive(this.environments, interpreterOf(record)),
      ],
      shape: wholeShape,
      signal,
    });
    try {
      const wanted: Part[] = rest.success ? ['project'] : ['project', 'rest'];
      const first = await this.remove(cell, { id, wanted, signal });
      if (first.leaks.length > 0) return await this.keep(key, { leaks: first.leaks });
      const archives = new Map(first.archives);
      if (rest.success && first.same) archives.set('rest', rest.data);
      if (!archives.has('rest')) {
        const second = await this.remove(cell, { id, wanted: ['rest'], signal });
        for (const [name, archive] of second.archives) archives.set(name, archive);
      }
      const [project, others] = [archives.get('project'), archives.get('rest')];
      if (project === undefined || others === undefined) throw broken('an archive is missing');
      if (!rest.success && first.same) await this.environments.saveStep(restKey, others);
      return await this.keep(key, { project, rest: others, tools });
    } finally {
      await cell.close();
    }
  }

  private async keep(key: string, kept: Kept): Promise<Kept> {
    await this.environments.saveStep(key, kept);
    return kept;
  }

  private async remove(
    cell: RepositoryCell,
    {
      id,
      wanted,
      signal,
    }: { id: string; wanted: readonly Part[]; signal?: AbortSignal | undefined },
  ): Promise<z.infer<typeof Removed> & { archives: ReadonlyMap<Part, Archive> }> {
    // A job whose cell broke is run again from its beginning: the last archive of a name is it.
    const archives = new Map<Part, Archive>();
    const { end } = await cell.run(
      {
        module: 'remove_body',
        request: { place: '/srv', target: definitionPlace(id), archives: wanted },
      },
      {
        ...{ limits, walls: 'strict', signal },
        onFile: async (name, content) => {
          const part = wanted.find((one) => one === name);
          if (part === undefined) throw broken(`a file called ${name}`);
          archives.set(part, await this.environments.putArchive(content));
        },
      },
    );
    const removed = end.kind === 'finished' ? Removed.safeParse(end.record) : null;
    if (removed?.success !== true) throw broken(JSON.stringify(end).slice(0, 500));
    return { ...removed.data, archives };
  }

  private key(parts: object): string {
    const text = canonicalJson(asJson({ job: 'remove_body', tools: this.tools, ...parts }));
    return createHash('sha256').update(text).digest('hex');
  }
}

function broken(why: string): SandboxInfraError {
  return new SandboxInfraError('remove_body', `no environment without the body: ${why}`, {
    fate: 'terminal',
  });
}
