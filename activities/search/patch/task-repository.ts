import { z } from 'zod';

import { usualJobLimits } from '../../../core/adapters/repository';
import type { JobLimits, JobRecord, RepositoryShape } from '../../../core/adapters/repository';
import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { OutlinedFile } from '../../../core/schemas/repository-outline';
import { storedArchive } from '../../../core/work/stored-archive';
import { readTar } from '../../../repositories';
import type { ActivityDependencies } from '../../dependencies';
import {
  RepositoryJobError,
  runRepositoryJob,
} from '../../environment/repository/run-repository-job';
import { stepKey } from '../../environment/repository/step-key';
import { SharedWork } from '../../environment/task/shared-work';
import { Recent } from '../../recent';

/** The tree of a task at its base commit, as models are shown parts of it. */
export interface TaskRepository {
  readonly record: EnvironmentRecord;
  /** Every regular file, from the root, in order. */
  readonly paths: readonly string[];
  /** Texts in UTF-8 by path. Larger files, and others, have none. */
  readonly texts: ReadonlyMap<string, string>;
  /** Python files, by path. */
  readonly outline: ReadonlyMap<string, OutlinedFile>;
}

const megabyte = 1024 * 1024;
const tarLimits = { fileBytes: megabyte, totalBytes: 256 * megabyte };
/** Trees in memory: some tens of MiB each. */
const mostTrees = 4;
const shape: RepositoryShape = { memoryMb: 1_024, filesMb: 768, scratchMb: 128 };
const limits: JobLimits = {
  ...usualJobLimits,
  ...{ wallMs: 300_000, cpuMs: 300_000, outputBytes: 256 * megabyte },
};

const Outline = z.object({ files: z.array(OutlinedFile) });

/** Trees of tasks, read from their snapshots; what their files define is found once, in a cell, and kept by content. */
export class TaskRepositories {
  private readonly trees = new Recent<TaskRepository>(mostTrees);
  private readonly reading = new SharedWork<TaskRepository>();

  constructor(private readonly dependencies: ActivityDependencies) {}

  /** @throws TaskEnvironmentError, RepositoryJobError, what a cell throws */
  async of(source: TaskSource, signal?: AbortSignal): Promise<TaskRepository> {
    const record = await this.dependencies.taskEnvironments.of(source, signal);
    const known = this.trees.get(record.sha256);
    if (known !== undefined) return known;
    const tree = await this.reading.of(record.sha256, (ended) => this.read(record, ended), signal);
    this.trees.keep(record.sha256, tree);
    return tree;
  }

  private async read(record: EnvironmentRecord, signal: AbortSignal): Promise<TaskRepository> {
    const { environments } = this.dependencies.store;
    const files = await this.outlined(record, signal);
    const paths: string[] = [];
    const texts = new Map<string, string>();
    const archive = environments.openArchive(record.archives.snapshot);
    for await (const { path, content } of readTar(archive, isWanted, tarLimits)) {
      const name = path.replace(/^\.\//, '');
      paths.push(name);
      const text = content === null ? null : textOf(content);
      if (text !== null) texts.set(name, text);
    }
    paths.sort();
    return { record, paths, texts, outline: new Map(files.map((file) => [file.path, file])) };
  }

  private async outlined(
    record: EnvironmentRecord,
    signal: AbortSignal,
  ): Promise<readonly OutlinedFile[]> {
    const { store, repositories } = this.dependencies;
    const { environments } = store;
    const { snapshot } = record.archives;
    const key = stepKey('outline_files', { snapshot });
    const known = Outline.safeParse(await environments.findStep(key)).data;
    if (known !== undefined) return known.files;
    let told: JobRecord[] = [];
    let attempt = 1;
    const { end } = await runRepositoryJob(await repositories(), {
      ...{ archives: [storedArchive(environments, snapshot, 'source')], shape },
      ...{ module: 'outline_files', request: { roots: { source: '/srv/source' } } },
      options: {
        ...{ limits, walls: 'strict', signal },
        onRecord: (one, nth) => {
          if (nth !== attempt) [told, attempt] = [[], nth];
          told.push(one);
        },
      },
    });
    if (end.kind !== 'finished') throw new RepositoryJobError('outline_files', end);
    const files = told.map((one) => OutlinedFile.parse(one));
    await environments.saveStep(key, { files });
    return files;
  }
}

/** What nobody edits is not kept in memory. */
function isWanted(path: string): boolean {
  return !/(?:^|\/)\.git\/|\.(?:png|jpe?g|gif|pdf|gz|zip|whl|so|npy|npz|fits|dcm|mo|ico|svg)$/i.test(
    path,
  );
}

function textOf(content: Buffer): string | null {
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
