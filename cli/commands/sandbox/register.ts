import type { Command } from 'commander';

import { registerSandboxBench } from './bench';
import { registerSandboxChaos } from './chaos';
import { registerSandboxConformance } from './conformance';
import { registerSandboxDoctor } from './doctor';
import { registerSandboxHostile } from './hostile';
import { registerSandboxMemscan } from './memscan';
import { registerSandboxParity } from './parity';
import { registerSandboxRun } from './run';
import { registerSandboxSoak } from './soak';
import { registerSandboxVerify } from './verify';
import { registerSandboxWireTest } from './wire-test';

/** `sandbox`: run a program in it, and put it to the test. */
export function registerSandbox(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('run programs in the sandbox, and put it to the test');
  registerSandboxDoctor(sandbox);
  registerSandboxRun(sandbox);
  registerSandboxConformance(sandbox);
  registerSandboxHostile(sandbox);
  registerSandboxParity(sandbox);
  registerSandboxBench(sandbox);
  registerSandboxSoak(sandbox);
  registerSandboxChaos(sandbox);
  registerSandboxMemscan(sandbox);
  registerSandboxWireTest(sandbox);
  registerSandboxVerify(sandbox);
}
