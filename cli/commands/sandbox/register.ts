import type { Command } from 'commander';

import { registerSandboxConformance } from './conformance';
import { registerSandboxDoctor } from './doctor';
import { registerSandboxRun } from './run';
import { registerTrialsElsewhere } from './trials-elsewhere';
import { registerSandboxVerify } from './verify';

/** `sandbox`: run a program in it, and put it to the test. */
export function registerSandbox(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('run programs in the sandbox, and test it');
  registerSandboxDoctor(sandbox);
  registerSandboxRun(sandbox);
  registerSandboxConformance(sandbox);
  registerSandboxVerify(sandbox);
  registerTrialsElsewhere(sandbox);
}
