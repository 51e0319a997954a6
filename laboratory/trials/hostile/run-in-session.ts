import { setTimeout as sleep } from 'node:timers/promises';

import {
  usualSessionLimits,
  type BlockResult,
  type SessionHost,
  type SessionLimits,
} from '../../../core/adapters/session';
import type { BlockEnd } from '../../../core/schemas/dialogue';
import { cellProcesses, type CellSearch } from '../cell-processes';
import { decoySecret } from './decoys';
import type { Corpus, LoadedProgram } from './manifest';

/** Small, so that a corpus takes minutes. */
export const trialLimits: SessionLimits = {
  ...usualSessionLimits,
  blockMs: 3_000,
  graceMs: 1_000,
  memoryMb: 512,
  diskMb: 32,
};
const graceMs = 2_000;

export interface SessionTrial {
  readonly file: string;
  readonly what: string;
  /** Of the program, of its test, and of the block after them, as far as the session lived. */
  readonly ends: readonly BlockEnd[];
  /** What should not have been; empty: nothing. */
  readonly faults: readonly string[];
}

/** The program, what a test would call of it, and a block that has nothing to do with either. */
function blocksOf({ source, kind, test }: LoadedProgram): readonly string[] {
  const calls = kind === 'call' && typeof test === 'string' ? [test] : [];
  return [source.toString('utf8'), ...calls, '1 + 1'];
}

function saidAll({ parts, artefacts }: BlockResult): string {
  return JSON.stringify(parts) + artefacts.map(({ content }) => String(content)).join('');
}

/** What the controller said that cannot be so, or what came out of a place where nothing may. */
function faultsOf(block: BlockResult): readonly string[] {
  const { blockMs } = trialLimits;
  const early = block.wallMs < blockMs;
  return [
    ...(block.end === 'interrupted' && early ? ['interrupted before its time'] : []),
    ...(block.cause === 'time' && early ? ['lost for time before its time'] : []),
    ...(saidAll(block).includes(decoySecret.value) ? ['told a secret of this machine'] : []),
  ];
}

/** The next block has to be the session's own: its value and no other. */
function faultsOfNext(block: BlockResult): readonly string[] {
  if (block.end === 'lost') return [];
  const own = block.parts.filter(({ kind }) => kind !== 'stdout' && kind !== 'stderr');
  const [only] = own;
  const isOwn = own.length === 1 && only?.kind === 'value' && only.text === '2';
  if (block.end === 'finished' && isOwn) return [];
  return [`the next block ${block.end}: ${JSON.stringify(own).slice(0, 200)}`];
}

async function remaining(search: CellSearch): Promise<number> {
  const until = Date.now() + graceMs;
  for (;;) {
    const { length } = await cellProcesses(search);
    if (length === 0 || Date.now() > until) return length;
    await sleep(20);
  }
}

async function tryOne(
  program: LoadedProgram,
  host: SessionHost,
  search: CellSearch,
): Promise<SessionTrial> {
  const { file, what } = program;
  const session = await host.open({ limits: trialLimits, seed: 0 });
  const ends: BlockEnd[] = [];
  const faults: string[] = [];
  try {
    const blocks = blocksOf(program);
    for (const [index, code] of blocks.entries()) {
      const block = await session.run(code);
      ends.push(block.end);
      faults.push(...faultsOf(block));
      if (index === blocks.length - 1) faults.push(...faultsOfNext(block));
      if (block.end === 'lost') break;
    }
  } catch (error) {
    faults.push(`infra: ${(error as Error).message}`);
  } finally {
    await session.close();
  }
  const left = await remaining(search);
  return { file, what, ends, faults: left === 0 ? faults : [...faults, `${left} cells are left`] };
}

/** Each program in a session of its own, and then a block after it. */
export async function runInSessions(
  corpus: Corpus,
  host: SessionHost,
  search: CellSearch,
  onTried: (one: SessionTrial, done: number) => void,
): Promise<readonly SessionTrial[]> {
  const tried: SessionTrial[] = [];
  for (const program of corpus.programs) {
    const one = await tryOne(program, host, search);
    tried.push(one);
    onTried(one, tried.length);
  }
  return tried;
}
