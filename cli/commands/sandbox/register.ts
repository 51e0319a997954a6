import type { Command } from 'commander';

import { registerSandboxBench } from '../../../trials/commands/bench';
import { registerSandboxChaos } from '../../../trials/commands/chaos';
import { registerSandboxConformance } from './conformance';
import { registerSandboxDoctor } from './doctor';
import { registerSandboxHostile } from '../../../trials/commands/hostile';
import { registerSandboxMemscan } from '../../../trials/commands/memscan';
import { registerSandboxParity } from '../../../trials/commands/parity';
import { registerSandboxRun } from './run';
import { registerSandboxSoak } from '../../../trials/commands/soak';
import { registerSandboxVerify } from './verify';
import { registerSandboxWireTest } from '../../../trials/commands/wire-test';

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
