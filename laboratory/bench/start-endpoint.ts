import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LatencyEndpoint {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
}

export async function startLatencyEndpoint(latencyMs: number): Promise<LatencyEndpoint> {
  const script = join(__dirname, 'latency-endpoint.ts');
  const runner = join(__dirname, '..', '..', 'scripts', 'run.cjs');
  const child = spawn(process.execPath, [runner, script, String(latencyMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('the endpoint ended before it listened');
    }),
  ])) as [Buffer];
  return {
    baseUrl: `http://127.0.0.1:${line.toString('utf8').trim()}/v1`,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
