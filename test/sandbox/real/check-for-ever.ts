/** A process with boxes of its own, to be killed: node scripts/run.cjs <this file> BACKEND LABEL [IMAGE] */
import type { SandboxBackend } from '../../../core/names/sandbox-backends';
import { openSandbox } from '../../../sandbox';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { addition, limits, task } from '../tasks';

async function main(): Promise<void> {
  const [, , backend, stateLabel = '', image] = process.argv;
  const options = {
    backend: backend as SandboxBackend,
    slots: 3,
    stateLabel,
    image,
    dockerHost,
  };
  const sandbox = await openSandbox(options);
  process.stdout.write('open\n');
  const spin = task('while True: pass', ['1'], { limits: { ...limits, cpuMs: 60_000 } });
  const busy = [sandbox.check(spin), sandbox.check(spin)];
  for (;;) await Promise.race([...busy, sandbox.check(task(addition, ['assert add(1, 2) == 3']))]);
}

void main();
