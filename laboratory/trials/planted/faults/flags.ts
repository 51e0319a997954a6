import type { PlantedFault } from '../planted-fault';

/** Flags, presets and settings of commands. */
export const flags: readonly PlantedFault[] = [
  {
    name: 'run steer --sample is ignored: the first attempt is steered',
    file: 'cli/commands/steer.ts',
    find: "const sample = parseNumber('sample', flags['sample'], { least: 0, whole: true }) ?? 0;",
    replace:
      "const sample = parseNumber('sample', flags['number'], { least: 0, whole: true }) ?? 0;",
    tests: ['test/cli/refusals.test.ts'],
  },
  {
    name: 'a preset replaces the --max-tokens that was given',
    file: 'lab/planning/with-preset.ts',
    find: 'maxTokens: request.maxTokens ?? maxTokens,',
    replace: 'maxTokens,',
    tests: ['test/lab/planning/with-preset.test.ts', 'test/cli/flows/preset.long.temporal.test.ts'],
  },
  {
    name: '--feedback oracle is refused for a problem that was not chosen',
    file: 'lab/planning/dialogue-options.ts',
    find: 'chosen.has(problem.id) && referenceOf(hidden) === null)',
    replace: 'chosen.size > 0 && referenceOf(hidden) === null)',
    tests: ['test/lab/planning/plan-run.test.ts', 'test/cli/dialogues/feedback.temporal.test.ts'],
  },
  {
    name: '--human-model is taken and ignored with a simulated model',
    file: 'lab/planning/model-choice.ts',
    find: "    '--human-model': request.humanModel,\n",
    replace: '',
    tests: ['test/lab/planning/model-choice.test.ts', 'test/lab/planning/plan-run.test.ts'],
  },
  {
    name: '--limit counts the problems that --skip-missing leaves out',
    file: 'lab/planning/plan-run.ts',
    find: 'request.skipMissing ? named : named.slice(0, request.limit)',
    replace: 'named.slice(0, request.limit)',
    tests: ['test/lab/planning/plan-run.test.ts', 'test/cli/refusals.test.ts'],
  },
];
