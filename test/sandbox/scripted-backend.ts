import { PassThrough } from 'node:stream';

import type { Box, BoxBackend } from '../../sandbox/boxes/box';
import { encodeFrame } from '../../sandbox/guest/frames';

/** What a scripted box does: frames to say, then to stay silent, to end, or to fail to start. */
export interface BoxScript {
  readonly says: readonly unknown[];
  /** Stays open after its last frame. */
  readonly hangs?: boolean;
  readonly lastWords?: string;
  readonly refuses?: Error;
}

export const isolation = {
  pid: 1,
  uid: 65534,
  capabilities: '0000000000000000',
  noNewPrivileges: true,
  seccomp: false,
  namespaces: { pid: 'pid:[1]', mnt: 'mnt:[1]', net: 'net:[1]', ipc: 'ipc:[1]', uts: 'uts:[1]' },
  countsOom: false,
};
export const hello = { hello: 1, python: '3.11.2', isolation };
export const passed = { kind: 'passed', cpuMs: 1, timeSensitive: false };

/** Boxes that follow a script each, in the order they are started; fails loudly when the scripts run out. */
export class ScriptedBackend implements BoxBackend {
  readonly provider = 'bubblewrap';
  readonly place = 'scripted';
  readonly countsProcesses = true;
  started = 0;
  ended = 0;
  confined = 0;
  closed = 0;
  /** What each box was told, after the tools. */
  readonly requests: unknown[] = [];

  constructor(private readonly scripts: readonly BoxScript[]) {}

  readonly start = async (): Promise<Box> => {
    const script = this.scripts[this.started];
    this.started += 1;
    if (script === undefined) throw new Error(`no script for box ${this.started}`);
    if (script.refuses !== undefined) throw script.refuses;
    const [input, output] = [new PassThrough(), new PassThrough()];
    let heard = 0;
    input.on('data', (frame: Buffer) => {
      heard += 1;
      if (heard === 2)
        this.answer(
          script,
          JSON.parse(frame.subarray(4).toString('utf8')) as { id: string },
          output,
        );
    });
    const [first] = script.says;
    if (first !== undefined) output.write(encodeFrame(first));
    else if (script.hangs !== true) output.end();
    return {
      input,
      output,
      confine: () => {
        this.confined += 1;
      },
      lastWords: () => script.lastWords ?? '',
      end: async () => {
        this.ended += 1;
        output.end();
      },
    };
  };

  readonly close = async (): Promise<void> => {
    this.closed += 1;
  };

  private answer(script: BoxScript, request: { id: string }, output: PassThrough): void {
    this.requests.push(request);
    for (const frame of script.says.slice(1)) {
      const isEnd = typeof frame === 'object' && frame !== null && 'done' in frame;
      output.write(encodeFrame(isEnd ? { end: request.id, ...frame } : frame));
    }
    if (script.hangs !== true) output.end();
  }
}
