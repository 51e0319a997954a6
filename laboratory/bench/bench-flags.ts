import { parseArgs } from 'node:util';

import { UsageError } from '../../core/errors/errors';

export const benchParts = ['bare', 'expansions', 'efficiency'] as const;
export type BenchPart = (typeof benchParts)[number];

export interface BenchFlags {
  /** Expansions need the bare figures to be compared with. */
  readonly parts: readonly BenchPart[];
  readonly quick: boolean;
  readonly json: boolean;
  /** Rounds of bare and expansions, one after the other; the best of each counts. */
  readonly rounds: number;
  readonly queues: 'single' | 'split';
  /** What efficiency is printed beside. */
  readonly against: 'inspect' | 'none';
  /** Leave the state folder and the engine's database, for a look at the histories. */
  readonly keep: boolean;
}

const help = 'Run `npm run bench:engine -- [--quick] [--only bare|expansions|efficiency] [--json]';
const remedy = `${help} [--rounds N] [--queues single|split] [--against inspect|none] [--keep]\``;

/** @throws UsageError naming the flag and what it may be. */
export function parseBenchFlags(words: readonly string[]): BenchFlags {
  const { quick, json, keep, only, rounds, queues, against } = parsed(words);
  if (only !== undefined && !isPart(only)) {
    throw new UsageError(`--only ${only}: there is no such part`, remedy);
  }
  if (queues !== 'single' && queues !== 'split') {
    throw new UsageError(`--queues ${queues}: it is single or split`, remedy);
  }
  if (against !== 'inspect' && against !== 'none') {
    throw new UsageError(`--against ${against}: it is inspect or none`, remedy);
  }
  const howOften = Number(rounds);
  if (!Number.isInteger(howOften) || howOften < 1) {
    throw new UsageError(`--rounds ${rounds}: it is a whole number from 1`, remedy);
  }
  const parts = only === undefined ? benchParts : partsFor(only);
  return { parts, quick, json, keep, rounds: howOften, queues, against };
}

function partsFor(only: BenchPart): readonly BenchPart[] {
  return only === 'expansions' ? ['bare', 'expansions'] : [only];
}

function isPart(word: string): word is BenchPart {
  return benchParts.some((part) => part === word);
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        only: { type: 'string' },
        rounds: { type: 'string', default: '1' },
        queues: { type: 'string', default: 'single' },
        against: { type: 'string', default: 'inspect' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), remedy);
  }
}
