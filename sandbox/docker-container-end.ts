import {
  controlGroups,
  mountsOf,
  processFacts,
  type ProcessFacts,
} from '../processes/process-table';
import { watchEnd, type EndWatch } from '../processes/watch-end';

/**
 * null if it is not of this machine: another engine's id is somebody else's here. Known by control groups, else by the host
 * name that the engine shows in it; its other mounts are seen by processes of the host, too.
 */
export function containerProcess(containerId: string, pid: number): ProcessFacts | null {
  const facts = processFacts(pid);
  if (facts === null || facts.ended || containerId === '') return null;
  const inside =
    controlGroups(pid).includes(containerId) ||
    mountsOf(pid).some(
      ({ source, point }) => point === '/etc/hostname' && source.includes(`/${containerId}/`),
    );
  return inside ? facts : null;
}

export interface WatchedContainer {
  readonly id: string;
  /** What the engine says it is; null: it does not run. */
  readonly firstProcess: () => Promise<number | null>;
  /** Called at most once, when the process has ended; never for an engine elsewhere. */
  readonly tell: () => void;
}

/** Tells the end of a container's first process, where it can be seen from here. */
export class ContainerEnd {
  private watch: EndWatch | null = null;
  private stopped = false;

  constructor(container: WatchedContainer) {
    void this.begin(container);
  }

  /** Nobody is told any more. Returns whether the process is known to have ended. */
  stop(): boolean {
    this.stopped = true;
    this.watch?.stop();
    return this.watch?.over() ?? false;
  }

  private async begin({ id, firstProcess, tell }: WatchedContainer): Promise<void> {
    // An engine that does not say leaves it to the end of its stream.
    const pid = await firstProcess().catch(() => null);
    if (this.stopped || pid === null) return;
    const found = containerProcess(id, pid);
    if (found !== null) this.watch = watchEnd(found, tell);
  }
}
