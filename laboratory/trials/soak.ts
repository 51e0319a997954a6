import { performance } from 'node:perf_hooks';

import { EspalierError, exitCodes } from '../../core/errors/errors';
import type { Sandbox } from '../../core/adapters/sandbox';
import type { Pong } from '../../sandbox/guest/protocol';
import { descriptorCount, residentKb } from '../home/machine-processes';
import { onlyCell, type CellSearch } from './cell-processes';
import { additionTask, roomyLimits, trialText } from './text-programs';

/** Before the first look: what is filled once is filled then. */
const settled = 500;
const mostGrowth = 0.1;
const leastRate = 0.85;

export interface SoakSample {
  readonly programs: number;
  readonly protocolKb: number;
  readonly zygoteKb: number;
  /** Of P, and of Z; null: this user may not look. */
  readonly protocolDescriptors: number | null;
  readonly zygoteDescriptors: number | null;
}

export interface SoakResult {
  readonly programs: number;
  readonly first: SoakSample;
  readonly last: SoakSample;
  readonly samples: readonly SoakSample[];
  /** Programs a second of the first and the last part. */
  readonly firstRate: number;
  readonly lastRate: number;
  /** The cell was the same one all the time. */
  readonly sameCell: boolean;
  readonly faults: readonly string[];
}

export interface SoakOptions {
  /** One slot; its cell is not to be replaced before the end. */
  readonly sandbox: Sandbox & {
    readonly cells?: readonly { readonly ping: () => Promise<Pong> }[];
  };
  readonly search: CellSearch;
  readonly programs: number;
  readonly onProgress?: (done: number) => void;
}

/** Every kind of request, and both verdicts. Throws when one is not what it has to be. */
async function runOne(sandbox: Sandbox, index: number): Promise<void> {
  const right = index % 3 !== 0;
  if (index % 4 === 3) {
    const { stdout } = await sandbox.run({
      program: trialText('programs/says_the_next.py'),
      stdin: `${index}\n`,
      limits: roomyLimits,
      seed: 0,
    });
    if (stdout.text !== `${index + 1}\n`) throw wrong(index, `printed ${stdout.text.slice(0, 40)}`);
    return;
  }
  const task = additionTask(
    right ? 'adds' : 'subtracts',
    `assert add(${index}, 1) == ${index + 1}`,
  );
  const { outcomes } = await sandbox.check(
    index % 4 === 2 ? { ...task, assurance: 'shared' } : task,
  );
  const kind = outcomes[0]?.kind;
  if (kind !== (right ? 'passed' : 'failed')) throw wrong(index, String(kind));
}

function wrong(index: number, said: string): EspalierError {
  return new EspalierError(`program ${index} of the soak got a wrong verdict: ${said}`, {
    code: 'SOAK_WRONG',
    remedy: 'Run: espalier sandbox conformance',
    exitCode: exitCodes.failures,
  });
}

async function sample({ sandbox, search }: SoakOptions, programs: number): Promise<SoakSample> {
  const { protocol, zygote } = await onlyCell(search);
  const [cell] = sandbox.cells ?? [];
  const told = cell === undefined ? null : await cell.ping();
  return {
    programs,
    protocolKb: residentKb(protocol.pid) ?? told?.ownRssKb ?? 0,
    zygoteKb: residentKb(zygote.pid) ?? told?.zygoteRssKb ?? 0,
    protocolDescriptors: descriptorCount(protocol.pid) ?? told?.descriptors ?? null,
    zygoteDescriptors: descriptorCount(zygote.pid),
  };
}

function growthFault(name: string, first: number, last: number): readonly string[] {
  if (first > 0 && last < first * (1 + mostGrowth)) return [];
  return [`${name} grew from ${first} to ${last} kB`];
}

function countFault(name: string, first: number | null, last: number | null): readonly string[] {
  return first === last ? [] : [`descriptors of ${name} went from ${first} to ${last}`];
}

/** What is wrong after many programs; empty: nothing. */
export function soakFaults(result: Omit<SoakResult, 'faults'>): readonly string[] {
  const { first, last, firstRate, lastRate, sameCell } = result;
  return [
    ...growthFault('P', first.protocolKb, last.protocolKb),
    ...growthFault('Z', first.zygoteKb, last.zygoteKb),
    ...countFault('P', first.protocolDescriptors, last.protocolDescriptors),
    ...countFault('Z', first.zygoteDescriptors, last.zygoteDescriptors),
    ...(lastRate >= leastRate * firstRate
      ? []
      : [`${lastRate.toFixed(0)}/s at the end, ${firstRate.toFixed(0)}/s at the beginning`]),
    ...(sameCell ? [] : ['the cell was replaced on the way']),
  ];
}

/** Many programs through one cell: whether it stays as it was. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { sandbox, search, programs, onProgress } = options;
  const part = Math.min(1_000, Math.floor(programs / 2));
  for (let index = 0; index < settled; index += 1) await runOne(sandbox, index);
  const before = await onlyCell(search);
  const first = await sample(options, 0);
  const samples = [first];
  const marks = new Map<number, number>();
  for (let index = 0; index < programs; index += 1) {
    if (index === 0 || index === part || index === programs - part)
      marks.set(index, performance.now());
    if (index > 0 && index % 1_000 === 0) {
      samples.push(await sample(options, index));
      onProgress?.(index);
    }
    await runOne(sandbox, index);
  }
  const end = performance.now();
  const last = await sample(options, programs);
  const at = (index: number): number => marks.get(index) ?? end;
  const after = await onlyCell(search);
  const result = {
    programs,
    first,
    last,
    samples: [...samples, last],
    firstRate: (1000 * part) / (at(part) - at(0)),
    lastRate: (1000 * part) / (end - at(programs - part)),
    sameCell:
      after.zygote.pid === before.zygote.pid && after.zygote.started === before.zygote.started,
  };
  return { ...result, faults: soakFaults(result) };
}
