import { Command } from 'commander';

import { throwing } from '../../cli/run-program';
import { registerBench } from './commands/bench';
import { registerChaos } from './commands/chaos';
import { registerContamination } from './commands/contamination';
import { registerGrading } from './commands/grading';
import { registerHarness } from './commands/harness';
import { registerHostile } from './commands/hostile';
import { registerKills } from './commands/kills';
import { registerLevels } from './commands/levels';
import { registerMemscan } from './commands/memscan';
import { registerMutants } from './commands/mutants';
import { registerOfficialGrader } from './commands/official-grader';
import { registerParity } from './commands/parity';
import { registerPlanted } from './commands/planted';
import { registerReplies } from './commands/replies';
import { registerSanitise } from './commands/sanitise';
import { registerSecondOpinion } from './commands/second-opinion';
import { registerSessionHostile } from './commands/session-hostile';
import { registerSoak } from './commands/soak';
import { registerWireTest } from './commands/wire-test';

/** Every trial: another one is its file and its line here. */
const trials: readonly ((program: Command) => void)[] = [
  registerHostile,
  registerHarness,
  registerSecondOpinion,
  registerLevels,
  registerParity,
  registerReplies,
  registerSanitise,
  registerGrading,
  registerOfficialGrader,
  registerBench,
  registerSessionHostile,
  registerSoak,
  registerChaos,
  registerKills,
  registerContamination,
  registerMemscan,
  registerWireTest,
  registerPlanted,
  registerMutants,
];

/** Every trial with its flags; parsing runs the one that was typed. Throws CommanderError instead of ending the process. */
export function buildTrials(): Command {
  const program = new Command('npm run trial --')
    .description('The sandbox and the tests put to the test')
    .addHelpText(
      'after',
      '\nExit codes: 0 ok, 1 ran and found failures, 2 bad usage, 3 environment not ready.' +
        '\nEvery trial takes --json: one document on stdout, progress on stderr (with npm: npm run --silent trial -- …).',
    );
  for (const register of trials) register(program);
  return throwing(program);
}
