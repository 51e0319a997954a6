/** A cell with 20 MB in 2,000 files, and a job. node scripts/run.cjs laboratory/bench/repository-cells.ts [BACKEND...] */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import {
  usualJobLimits,
  type JobOptions,
  type RepositoryArchive,
} from '../../core/adapters/repository';
import { sandboxBackends, type SandboxBackend } from '../../core/names/sandbox-backends';
import { openRepositoryCells } from '../../sandbox';
import { laboratoryPython } from '../python-folder';
import { tarOf } from '../trials/harness/sample-project';

const jobs = join(laboratoryPython, 'repository-jobs');
const shape = { memoryMb: 1_024, filesMb: 64, scratchMb: 64 };

function median(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1);
}

function archiveOf(files: Parameters<typeof tarOf>[0]): RepositoryArchive {
  const bytes = tarOf(files);
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    at: '',
    open: async function* () {
      yield bytes;
    },
  };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const made = await work();
  return [made, performance.now() - startedAt];
}

async function measure(backend: SandboxBackend): Promise<void> {
  const full = archiveOf(
    Array.from(
      { length: 2_000 },
      (_, n) => [`source/pack${n % 40}/file${n}.py`, randomBytes(10_240)] as const,
    ),
  );
  const host = await openRepositoryCells({ backend, stateLabel: 'bench', jobs, idleCells: 0 });
  const open = (archives: readonly RepositoryArchive[]) => host.open({ archives, shape });
  const times: Record<string, number[]> = { empty: [], full: [] };
  for (let round = 0; round < 5; round += 1) {
    for (const [name, archives] of [
      ['empty', []],
      ['full', [full]],
    ] as const) {
      const [cell, ms] = await timed(() => open(archives));
      times[name]?.push(ms);
      await cell.close();
    }
  }
  const cell = await open([full]);
  for (const walls of ['strict', 'wide'] as const) {
    const options: JobOptions = { limits: usualJobLimits, walls };
    const job = { module: 'run_code', request: { code: '' } };
    const taken: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      const [{ cpuMs }, ms] = await timed(() => cell.run(job, options));
      taken.push(ms);
      cpu.push(cpuMs);
    }
    times[`job ${walls}`] = taken;
    times[`job ${walls}, cpu of its box`] = cpu;
  }
  await cell.close();
  await host.close();
  for (const [name, values] of Object.entries(times)) {
    console.log(`${backend}: ${name}: ${median(values)} ms (median of ${values.length})`);
  }
}

async function main(): Promise<void> {
  const named = process.argv.slice(2) as SandboxBackend[];
  for (const backend of named.length > 0 ? named : sandboxBackends) await measure(backend);
}

void main();
