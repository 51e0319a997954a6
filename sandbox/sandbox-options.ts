import type { SandboxBackend } from '../core/names/sandbox-backends';

export interface SandboxOptions {
  /** `auto` takes the first that works, in the order of the names. */
  readonly backend: 'auto' | SandboxBackend;
  /** Cells, and so programs, at a time; default one per core. */
  readonly slots?: number | undefined;
  /** Docker image with python3 on its PATH; default `espalier-python:bookworm`. */
  readonly image?: string | undefined;
  /** Folders of the image that cells do not show. */
  readonly covered?: readonly string[] | undefined;
  /** Root folder with /usr for bubblewrap; default this machine's own /usr, read-only. */
  readonly root?: string | undefined;
  /** Names the state folder: only what carries its label is ever reaped. */
  readonly stateLabel: string;
  /** Address of the Docker engine; default `unix:///var/run/docker.sock`. */
  readonly dockerHost?: string | undefined;
  /** Where `bwrap` is searched, like PATH. */
  readonly searchPath?: string | undefined;
  /** Programs after which a cell is replaced; default 5,000. */
  readonly programsPerCell?: number | undefined;
  /** How long a cell without work is kept; default 60 s. */
  readonly idleMs?: number | undefined;
}
