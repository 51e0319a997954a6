import type { PlantedFault } from '../planted-fault';

/** Flags and exit codes of commands. */
export const commands: readonly PlantedFault[] = [
  {
    name: 'the log of model serve is bounded in kilobytes instead of megabytes',
    file: 'cli/commands/model-serve.ts',
    find: 'settings.ESPALIER_SIMULATED_LOG_MB * 1024 * 1024',
    replace: 'settings.ESPALIER_SIMULATED_LOG_MB * 1024',
    tests: ['test/cli/commands/model-serve.test.ts'],
  },
  {
    name: 'run resume ignores --parallel and takes --concurrency for it',
    file: 'cli/commands/run-control.ts',
    find: "parseRunNumber('parallel', flags.parallel)",
    replace: "parseRunNumber('parallel', flags.concurrency)",
    tests: ['test/cli/refusals.test.ts'],
  },
  {
    name: 'solve exits with 0 though the problem is not solved',
    file: 'cli/runs/solve-one.ts',
    find: '(solved ?? completed) === total',
    replace: '(completed ?? solved) === total',
    tests: ['test/cli/runs/solve-one.test.ts', 'test/cli/flows/solve.temporal.test.ts'],
  },
  {
    name: 'env evaluate ignores --samples and --max-rounds',
    file: 'cli/commands/env/evaluate.ts',
    find: "return { method: 'direct', ...usual, ...Object.fromEntries(typed) };",
    replace: "return { method: 'direct', ...Object.fromEntries(typed), ...usual };",
    tests: ['test/cli/env/evaluate.test.ts'],
  },
  {
    name: "the paper's prompts show the reviewer the program in the wrong form",
    file: 'lab/planning/program-form.ts',
    find: "  { prompts, shownProgram }: Pick<CheckedRequest, 'prompts' | 'shownProgram'>,\n  { kind }: Pick<ModelConfig, 'kind'>,\n): ProgramForm | undefined {\n  if (kind === 'endpoint') {\n    if (shownProgram !== undefined) return shownProgram;\n    const { programForm: usual } = promptSets[prompts ?? usualPrompts.set]",
    replace:
      "  { shownProgram }: Pick<CheckedRequest, 'prompts' | 'shownProgram'>,\n  { kind }: Pick<ModelConfig, 'kind'>,\n): ProgramForm | undefined {\n  if (kind === 'endpoint') {\n    if (shownProgram !== undefined) return shownProgram;\n    const { programForm: usual } = promptSets[usualPrompts.set]",
    tests: ['test/lab/planning/program-form.test.ts'],
  },
];
