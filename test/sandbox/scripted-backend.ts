import { PassThrough } from 'node:stream';

import type { CellBackend, CellShape, RunningCell } from '../../sandbox/cells/cell-backend';
import { FrameReader, encodeFrame } from '../../sandbox/guest/frames';
import type { CheckRequest, Hello, ScriptRequest } from '../../sandbox/guest/protocol';

/** A request as it arrives in a cell. */
export type Asked = (CheckRequest | ScriptRequest | { readonly op: 'ping' }) & {
  readonly id: string;
};

/** What a scripted cell can do when it is asked something. */
export interface CellMouth {
  readonly say: (value: unknown) => void;
  /** Bytes as they are, framed or not. */
  readonly write: (bytes: Buffer) => void;
  /** Ends the stream, as a cell does that has died. */
  readonly die: () => void;
}

export type CellBehaviour = (asked: Asked, mouth: CellMouth) => void;

/** How one cell begins, and what it does with each request. */
export interface CellScript {
  /** Instead of its usual hello; null: it says nothing. */
  readonly hello?: unknown;
  /** It ends instead of saying hello. */
  readonly diesAtStart?: boolean;
  readonly refuses?: Error;
  readonly lastWords?: string;
  /** Default: passes everything. */
  readonly answer?: CellBehaviour;
  readonly startMs?: number;
}

const cellNamespaces = {
  user: 'user:[1]',
  pid: 'pid:[1]',
  mnt: 'mnt:[1]',
  net: 'net:[1]',
  ipc: 'ipc:[1]',
  uts: 'uts:[1]',
};

export const isolation = {
  pid: 1,
  uid: 65534,
  capabilities: '0000000000000000',
  noNewPrivileges: true,
  seccomp: false,
  namespaces: cellNamespaces,
  countsOom: false,
};
export const box = {
  pid: 1,
  uid: 65534,
  capabilities: '0000000000000000',
  noNewPrivileges: true,
  seccomp: true,
  ownFiles: true,
  namespaces: { ...cellNamespaces, user: 'user:[2]', pid: 'pid:[2]', mnt: 'mnt:[2]' },
};
export const hello: Hello = {
  hello: 2,
  python: '3.11.2',
  machine: 'x86_64',
  isolation,
  box,
  preload: [],
  maxRequest: 1 << 20,
};
export const passed = { kind: 'passed', cpuMs: 1, timeSensitive: false };
const output = { text: '', bytes: 0, truncated: false };
export const printed = {
  end: { kind: 'exited', code: 0 },
  stdout: output,
  stderr: output,
  cpuMs: 1,
  wallMs: 2,
  timeSensitive: false,
};

/** Passes every test, prints nothing, answers pings. */
export const passes: CellBehaviour = (asked, { say }) => {
  if ('op' in asked) return say({ op: 'pong', zygoteRssKb: 1, ownRssKb: 2, descriptors: 3 });
  if (asked.kind === 'script') return say({ id: asked.id, script: printed });
  const count = Math.max(1, asked.tests.length);
  for (let test = 0; test < count; test += 1) say({ id: asked.id, test, outcome: passed });
  say({ id: asked.id, end: count });
};

/** Says nothing, for ever. */
export const silent: CellBehaviour = () => undefined;

/** One cell that follows its script; used by the backend below, and alone by tests of a conversation. */
export class ScriptedCell implements RunningCell {
  readonly place = { kind: 'process', pid: 1 } as const;
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly asked: Asked[] = [];
  confined = 0;
  ended = 0;
  private readonly reader = new FrameReader(1 << 30);
  private heardTools = false;

  constructor(
    private readonly script: CellScript = {},
    private readonly onEnd: () => void = () => undefined,
  ) {
    this.input.on('data', (chunk: Buffer) => {
      this.reader.push(chunk, (value) => this.hear(value));
    });
    if (script.diesAtStart === true) this.die();
  }

  readonly confine = (): void => {
    this.confined += 1;
  };
  readonly lastWords = (): string => this.script.lastWords ?? '';
  readonly end = (): Promise<void> => {
    if (this.ended === 0) this.onEnd();
    this.ended += 1;
    this.die();
    return Promise.resolve();
  };
  readonly say = (value: unknown): void => this.write(encodeFrame(value));
  readonly write = (bytes: Buffer): void => {
    if (!this.output.writableEnded) this.output.write(bytes);
  };
  readonly die = (): void => {
    this.output.end();
  };

  private hear(value: unknown): void {
    if (!this.heardTools) {
      this.heardTools = true;
      if (this.script.hello !== null) this.say(this.script.hello ?? hello);
      return;
    }
    const asked = value as Asked;
    this.asked.push(asked);
    (this.script.answer ?? passes)(asked, this);
  }
}

/** Cells that follow a script each, in the order they are started; the last script stands for all that follow. */
export class ScriptedBackend implements CellBackend {
  readonly name = 'bubblewrap';
  readonly place = 'scripted';
  readonly memoryUnbounded = null;
  readonly cells: ScriptedCell[] = [];
  readonly shapes: CellShape[] = [];
  alive = 0;
  mostAlive = 0;
  closed = 0;

  constructor(private readonly scripts: readonly CellScript[] = [{}]) {}

  /** What all cells were asked, in the order of the cells. */
  get asked(): readonly Asked[] {
    return this.cells.flatMap(({ asked }) => asked);
  }

  readonly start = async (
    shape: CellShape,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RunningCell> => {
    signal.throwIfAborted();
    const script = this.scripts[Math.min(this.shapes.length, this.scripts.length - 1)] ?? {};
    this.shapes.push(shape);
    if (script.refuses !== undefined) throw script.refuses;
    this.alive += 1;
    this.mostAlive = Math.max(this.mostAlive, this.alive);
    if (script.startMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, script.startMs));
    }
    const cell = new ScriptedCell(script, () => (this.alive -= 1));
    this.cells.push(cell);
    return cell;
  };

  readonly close = (): Promise<void> => {
    this.closed += 1;
    return Promise.resolve();
  };
}
