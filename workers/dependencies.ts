import type { ActivityDependencies } from '../activities/dependencies';
import { installParts } from '../activities/environment/repository/install-parts';
import { Interpreters } from '../activities/environment/interpreters';
import { TaskEnvironments } from '../activities/environment/task/task-environments';
import { CallsInFlight } from '../activities/model/calls-in-flight';
import { programsAtOnce } from '../config/programs-at-once';
import { proxyFor } from '../config/proxy-for';
import type { Settings } from '../config/settings';
import { stateFolder } from '../config/state-folder';
import { storeSync } from '../config/store-sync';
import type { StoreDifference } from '../core/journal/store-difference';
import type { Sandbox } from '../core/adapters/sandbox';
import { DockerImages, openSessions } from '../sandbox';
import type { RepositoryCells, Sessions } from '../sandbox';
import { SessionKeeper } from '../activities/dialogue/sessions/session-keeper';
import { sandboxOptions } from '../config/sandbox-options';
import { openStore } from '../store';
import { currentBootId } from '../processes/process-identity';
import { isDeadLeaseOwner, leaseOwner } from './lease-owner';
import { createModelClients } from './model-clients';
import { offlineModels } from './offline-models';
import { openPackageIndex } from './package-index';
import { openWorkerCells, openWorkerSandbox } from './worker-sandbox';

export interface OpenDependencies extends ActivityDependencies {
  /** Environments of repository tasks. */
  readonly taskEnvironments: TaskEnvironments;
  readonly close: () => Promise<void>;
}

export interface DependencyOptions {
  /** Ask no model: answers come from the journal alone. Default false. */
  readonly offline?: boolean | undefined;
  /** Told when the store is not as the work that was begun knew it. Default: nobody is. */
  readonly onDifference?: (difference: StoreDifference) => void;
  /** Told in words of long work: how far a pull of an image is. Default: nobody is. */
  readonly say?: (line: string) => void;
}

/** Opens the store now, the sandbox with the first program. */
export async function createDependencies(
  settings: Settings,
  { offline = false, onDifference = () => undefined, say }: DependencyOptions = {},
): Promise<OpenDependencies> {
  const folder = stateFolder(settings);
  const store = await openStore({
    path: folder.store,
    synchronous: storeSync(settings),
    boot: currentBootId(),
    onDifference,
    isDeadOwner: isDeadLeaseOwner,
  });
  let cells: Promise<RepositoryCells> | null = null;
  const repositories = (): Promise<RepositoryCells> => {
    cells ??= openWorkerCells(settings, folder).catch((error: unknown) => {
      cells = null;
      throw error;
    });
    return cells;
  };
  const packages = openPackageIndex(settings);
  const proxyUrlFor = (address: string): string | undefined => proxyFor(settings, address)?.url;
  const installing = installParts({ store, repositories, packages });
  const { PATH: path, HOME: home, ESPALIER_PYTHONS: more } = settings;
  const pythons = new Interpreters({ ...installing, interpreters: { path, home, more } });
  const tasks = new TaskEnvironments({
    ...installing,
    ...{ proxyUrlFor, pythons, clones: settings.ESPALIER_CLONES },
    diskBytes: settings.ESPALIER_TASK_DISK_GB && settings.ESPALIER_TASK_DISK_GB * 2 ** 30,
    images: new DockerImages({ dockerHost: settings.DOCKER_HOST, say }),
  });
  let opening: Promise<Sandbox> | null = null;
  const sandbox = (): Promise<Sandbox> => {
    if (opening !== null) return opening;
    const started = openWorkerSandbox(settings, folder, {
      host: repositories,
      environments: store.environments,
      environmentOf: (source, signal) => tasks.of(source, signal),
      keepLog: (log) => store.blobs.put(log),
    });
    started.catch(() => {
      opening = null;
    });
    opening = started;
    return started;
  };
  let hosting: Promise<Sessions> | null = null;
  const sessions = new SessionKeeper({
    dialogues: store.dialogues,
    blobs: store.blobs,
    host: () => {
      hosting ??= openSessions(sandboxOptions(settings, folder)).catch((error: unknown) => {
        hosting = null;
        throw error;
      });
      return hosting;
    },
    most: settings.ESPALIER_SESSIONS,
    idleMs: settings.ESPALIER_SESSION_IDLE_MS,
  });
  const calls = new CallsInFlight();
  return {
    store,
    calls,
    sandbox,
    repositories,
    packages,
    proxyUrlFor,
    taskEnvironments: tasks,
    pythons,
    sessions,
    programsAtOnce: programsAtOnce(settings),
    modelClient: offline ? offlineModels : createModelClients(settings, folder, store.runs.movedTo),
    owner: leaseOwner(),
    leaseMs: settings.ESPALIER_HEARTBEAT_MS,
    close: async () => {
      calls.close();
      await sessions.close();
      if (hosting !== null) await (await hosting).close();
      if (cells !== null) await (await cells).close();
      if (opening !== null) await (await opening).close();
      await store.close();
    },
  };
}
