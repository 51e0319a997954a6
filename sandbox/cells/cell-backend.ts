import type { Readable, Writable } from 'node:stream';

import type { SandboxBackend } from '../../core/names/sandbox-backends';

/** What a cell is sized by: programs with the same shape may follow one another in it. */
export interface CellShape {
  /** Address space of one process of a program; the whole cell is given a half more. */
  readonly memoryMb: number;
  /** Of a cell that holds a repository; others have none. */
  readonly space?: FileSpace | undefined;
}

/** Room that lies in a cell's memory, and is counted beside what its programs may use. */
export interface FileSpace {
  /** Of the folder that archives are unpacked in. */
  readonly filesMb: number;
  /** Of the scratch folders of a box. */
  readonly scratchMb: number;
}

/** Where archives are unpacked: the cell's first process writes there, boxes read. */
export const fileSpacePath = '/srv';
/** Of a whole cell that has a file space, where a backend bounds that: builds start many. */
export const processesOfRepositoryCell = 1_024;

const overheadMb = 64;

/** Memory of everything in a cell together: a half more than one program's process, and the cell's own needs. */
export function cellMemoryMb({ memoryMb, space }: CellShape): number {
  const spaceMb = space === undefined ? 0 : space.filesMb + space.scratchMb;
  return Math.ceil(1.5 * memoryMb) + overheadMb + spaceMb;
}

/** Where a cell's first process is found, for those who look at it from outside. */
export type CellPlace =
  | { readonly kind: 'process'; readonly pid: number }
  | { readonly kind: 'container'; readonly id: string };

export interface RunningCell {
  readonly place: CellPlace;
  readonly input: Writable;
  readonly output: Readable;
  /** Puts the limits in force that only a running cell can be given. After its hello, before it is asked anything. */
  readonly confine: () => void;
  /** Last words on the cell's error stream, for messages about a broken cell. */
  readonly lastWords: () => string;
  /** Kills everything in the cell and returns when nothing of it is left. May be called twice. */
  readonly end: () => Promise<void>;
}

/** Starts cells: a backend that is open. What is said to a cell is the same everywhere. */
export interface CellBackend {
  readonly name: SandboxBackend;
  /** What besides the tools a verdict depends on: the image's id, the root folder. */
  readonly place: string;
  /** null: memory of a cell as a whole is bounded; otherwise why only each of its processes is. */
  readonly memoryUnbounded: string | null;
  /** Waits for its tools and then says hello by itself. @throws SandboxUnavailableError, ImageMissingError */
  readonly start: (
    shape: CellShape,
    options: { readonly signal: AbortSignal },
  ) => Promise<RunningCell>;
  /** Waits until what `end` left to others (a daemon's own removal) is done. */
  readonly close: () => Promise<void>;
}
