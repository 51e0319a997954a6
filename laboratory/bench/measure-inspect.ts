import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installTool } from '../trials/bench/install-tool';
import type { InstalledTool, PublishedTool } from '../trials/bench/install-tool';
import { efficiency } from './figures';
import type { EfficiencyPoint } from './measure-efficiency';

const version = '0.3.285';

const inspect: PublishedTool = {
  name: 'inspect-ai',
  version,
  sha256: '4658e36773e9d78116a69a3eb066f47698aa7ea9fc1c0146927a86f02b455aa6',
  // What it requires: all of it is imported.
  imported: [`inspect-ai==${version}`],
  file: join('inspect_ai', 'model', '_providers', 'mockllm.py'),
};

export const installInspect = (cacheDir: string): Promise<InstalledTool> =>
  installTool(inspect, cacheDir);

/** As many samples for each slot as ours has problems, each with as many steps in a sandbox as ours has programs. */
const samplesPerSlot = 4;
const callsPerSample = 4;

/** Efficiency of Inspect AI at a point: ideal over what `eval` took, its start and its imports left out, as ours are. */
export async function measureInspect(
  { python }: Pick<InstalledTool, 'python'>,
  { concurrency, latencyMs }: EfficiencyPoint,
): Promise<number> {
  const logs = await mkdtemp(join(tmpdir(), 'espalier-inspect-'));
  const script = join(__dirname, 'inspect_beside.py');
  const samples = samplesPerSlot * concurrency;
  const given = [concurrency, latencyMs / 1000, samples, callsPerSample].map(String);
  try {
    const { stdout } = await promisify(execFile)(python, [script, ...given, logs], {
      maxBuffer: 1 << 24,
      env: { ...process.env, INSPECT_DISPLAY: 'none' },
    });
    const { seconds, calls } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      readonly seconds: number;
      readonly calls: number;
    };
    return efficiency({ calls, latencyMs, concurrency }, seconds * 1000);
  } finally {
    await rm(logs, { recursive: true, force: true });
  }
}
