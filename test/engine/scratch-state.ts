import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findProcess, stopProcess } from '../../processes';

/** A state folder of one test, with all that is started in it stopped at the end. */
export interface ScratchState {
  readonly root: string;
  readonly engineDatabase: string;
  readonly processes: string;
  readonly logs: string;
}

const made: ScratchState[] = [];
const children: ChildProcess[] = [];

export function scratchState(): ScratchState {
  const state = newState();
  made.push(state);
  return state;
}

/** A state folder that its caller disposes of. */
export function newState(): ScratchState {
  const root = mkdtempSync(join(tmpdir(), 'espalier-engine-test-'));
  return {
    root,
    engineDatabase: join(root, 'engine.sqlite'),
    processes: join(root, 'processes'),
    logs: join(root, 'logs'),
  };
}

/** A node script below the state folder; returns its path. */
export function scriptIn(state: ScratchState, name: string, source: string): string {
  const path = join(state.root, name);
  writeFileSync(path, source);
  return path;
}

/** A child that ends with the test. */
export function child(args: readonly string[], file = process.execPath): ChildProcess {
  const started = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(started);
  return started;
}

export async function firstOutput(started: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    started.stdout?.once('data', (chunk: Buffer) => {
      resolve(chunk.toString());
    });
    started.once('error', reject);
    started.once('exit', (code) => {
      reject(new Error(`ended with ${String(code)} before it wrote anything`));
    });
  });
}

export async function cleanUp(names: readonly string[]): Promise<void> {
  for (const started of children.splice(0)) started.kill('SIGKILL');
  for (const state of made.splice(0)) await dispose(state, names);
}

export async function dispose(state: ScratchState, names: readonly string[]): Promise<void> {
  for (const name of names) await stopProcess(state, name, { graceMs: 2_000 });
  for (const name of names) expect((await findProcess(state, name)).kind).toBe('none');
  rmSync(state.root, { recursive: true, force: true });
}

/** As the matchers of the same purpose, which have type `any`. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
