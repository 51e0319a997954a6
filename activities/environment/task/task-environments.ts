import { z } from 'zod';

import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';
import type { EnvironmentRecord, InterpreterRecord } from '../../../core/schemas/environment';
import type { TaskSource } from '../../../core/schemas/patch-task';
import type { DockerImages } from '../../../sandbox';
import type { Interpreters } from '../interpreters';
import { installTree } from '../repository/install-tree';
import type { InstallParts } from '../repository/repository-parts';
import { stepKey } from '../repository/step-key';
import { auditEnvironment } from './audit-environment';
import { imageEnvironment } from './image-environment';
import type { ImageEnvironment } from './image-environment';
import { plantedEnvironment } from './planted-environment';
import { SharedWork } from './shared-work';
import { taskTree } from './task-tree';
import type { TaskTreeParts } from './task-tree';

export interface TaskEnvironmentParts extends InstallParts, TaskTreeParts {
  readonly pythons: Interpreters;
  /** Bytes that archives of tasks may take. Absent: no limit. */
  readonly diskBytes?: number | undefined;
  readonly images: Pick<DockerImages, 'bring' | 'has' | 'readFolder'>;
  /** ms since 1970. Absent: the clock of this machine. */
  readonly now?: () => number;
}

/** An attempt may use an environment for so long after it has asked for it: two runs of its tests, each with its limit, and their cells. */
const inUseMs = 2 * 60 * 60 * 1000;

/** An image that could not be had is tried again after so long. */
const absentMs = 15 * 60 * 1000;

const Known = z.object({ environment: z.string() });

/** Environments of repository tasks: found by content, or built. */
export class TaskEnvironments {
  private readonly building = new SharedWork<EnvironmentRecord>();
  /** Images that could not be had, and when they were tried. */
  private readonly absent = new Map<string, { readonly why: string; readonly at: number }>();

  constructor(private readonly parts: TaskEnvironmentParts) {}

  /**
   * The installed repository of a task. Several who ask at a time wait for one installation.
   * @throws TaskEnvironmentError; RepositoryUnreachableError, IndexUnavailableError; what a cell throws
   */
  async of(source: TaskSource, signal?: AbortSignal): Promise<EnvironmentRecord> {
    const record = await this.installed(source, signal);
    const { planted } = source;
    if (planted === undefined) return record;
    return this.building.of(
      stepKey('planted-environment', { environment: record.sha256, planted }),
      (ended) => plantedEnvironment(this.parts, record, planted, ended),
      signal,
    );
  }

  /** What is installed is the commit. A planted bug is only in the tree. */
  private async installed(source: TaskSource, signal?: AbortSignal): Promise<EnvironmentRecord> {
    const place = await this.parts.place();
    const key = stepKey('task-environment', { source: { ...source, planted: undefined }, place });
    return this.building.of(key, (ended) => this.find(key, source, ended), signal);
  }

  private async find(
    key: string,
    source: TaskSource,
    signal: AbortSignal,
  ): Promise<EnvironmentRecord> {
    const { environments } = this.parts.store;
    const known = Known.safeParse(await environments.findStep(key)).data;
    if (known !== undefined) {
      // First, so that nobody evicts meanwhile what is whole now.
      await environments.useTaskEnvironment(known.environment);
      const record = await environments.environment(known.environment);
      if (record !== null && (await this.isWhole(record))) return record;
    }
    await this.makeRoom();
    let environment;
    if (source.image === null) environment = await this.build(source, signal);
    else {
      const inImage = await this.inImage(source, source.image, signal);
      if (inImage.kind === 'none') return this.instead(source, inImage.why, signal);
      environment = inImage.environment;
    }
    const record = await environments.environment(environment);
    if (record === null) throw new Error(`environment ${environment} is not in the store`);
    const { findings } = await auditEnvironment(this.parts, record, signal);
    const [first] = findings;
    if (first !== undefined) {
      throw new TaskEnvironmentError(
        'leaks',
        `${first.path}: ${first.why}${findings.length > 1 ? `, and ${findings.length - 1} more` : ''}`,
        'Leave this task out, or name requirements that do not bring it',
      );
    }
    await environments.useTaskEnvironment(environment);
    await environments.saveStep(key, { environment }, 'last');
    return record;
  }

  private async makeRoom(): Promise<void> {
    const { diskBytes, store } = this.parts;
    if (diskBytes === undefined) return;
    await store.environments.evictTaskEnvironments({ mostBytes: diskBytes, unusedForMs: inUseMs });
  }

  /** Archives may have been removed for want of room. */
  private async isWhole({ archives, image }: EnvironmentRecord): Promise<boolean> {
    if (image !== undefined && !(await this.parts.images.has(image.id))) return false;
    const { environments } = this.parts.store;
    for (const sha256 of Object.values(archives)) {
      if (sha256 !== undefined && !(await environments.hasArchive(sha256))) return false;
    }
    return true;
  }

  /** What could not be had is not tried again at once: each step of an attempt asks, and a registry may take minutes to say no. */
  private async inImage(
    source: TaskSource,
    image: string,
    signal: AbortSignal,
  ): Promise<ImageEnvironment> {
    const { now = Date.now } = this.parts;
    const known = this.absent.get(image);
    if (known !== undefined && now() - known.at < absentMs) return { kind: 'none', why: known.why };
    const found = await imageEnvironment(this.parts, source, image, signal);
    if (found.kind === 'none') this.absent.set(image, { why: found.why, at: now() });
    else this.absent.delete(image);
    return found;
  }

  /**
   * Installed here in place of an image that cannot be had, and kept as what has no image: as soon as the image is there, it counts.
   * What only its image can run says so, with both reasons.
   */
  private async instead(
    source: TaskSource,
    noImage: string,
    signal: AbortSignal,
  ): Promise<EnvironmentRecord> {
    try {
      return await this.installed({ ...source, image: null }, signal);
    } catch (error) {
      if (!(error instanceof TaskEnvironmentError)) throw error;
      throw new TaskEnvironmentError(
        'needs-image',
        `${String(source.image)}: ${noImage}; it cannot be built here either: ${error.message}`,
        'Pull it on the machine of the Docker engine (docker pull), or name versions that can be built in the row (`requirements`, `python`)',
      );
    }
  }

  /** undefined: the interpreter of the cell. @throws TaskEnvironmentError */
  private async interpreterOf({ python }: TaskSource): Promise<InterpreterRecord | undefined> {
    if (python === null) return undefined;
    const chosen = await this.parts.pythons.of(python);
    if (chosen.kind === 'cell') return undefined;
    if (chosen.kind === 'packed') return chosen.interpreter;
    throw new TaskEnvironmentError(
      'needs-python',
      `${python}: ${chosen.why}`,
      `Install Python ${python}, or name it in ESPALIER_PYTHONS`,
    );
  }

  /** sha256 of the environment. */
  private async build(source: TaskSource, signal: AbortSignal): Promise<string> {
    const interpreter = await this.interpreterOf(source);
    const tree = await taskTree(this.parts, source, signal);
    const until = laterOf(source.until, tree.version.date);
    if (until === null) throw new Error(`no date is known of ${source.repository}`);
    const { requirements } = source;
    const terms = { until, requirements, testRunner: true, interpreter };
    const { ended, environment } = await installTree(this.parts, tree, terms, signal);
    if (ended === null) return environment;
    throw new TaskEnvironmentError(
      'not-installed',
      `${source.repository} at ${source.commit.slice(0, 12)}: ${'why' in ended ? ended.why : ended.code}`,
      'Name versions that fit in the row (`requirements`, `python`), or an image',
    );
  }
}

/** A row is often written before its commit, which may need what was released between. */
function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) >= Date.parse(other) ? one : other;
}
