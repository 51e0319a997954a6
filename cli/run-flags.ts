import { Option } from 'commander';
import type { Command } from 'commander';
import { independentMethodNames, methods } from '../core/search/methods';
import { gradingProfileNames } from '../core/grading/profiles/names';
import { retrievalModes } from '../core/repository/retrieval';
import { programForms, promptSetNames } from '../core/agents/prompt-sets/prompt-choice';
import { visibleProfiles } from '../core/tasks/visible-profiles';
import { answerRules } from '../core/search/answer-rule';
import { presetNames } from '../core/work/presets';
import { assuranceLevels } from '../core/schemas/verdict';
import { feedbackSources, feedbackTests, refinementProfiles } from '../core/schemas/dialogue';
import { dialogueDefaults } from '../core/kinds/dialogue/row';
import { methodNames } from '../core/kinds/kinds';
import { runDefaults, runRanges, RunRequestSchema } from '../lab/planning/run-request';
import type { CheckedRequest } from '../lab/planning/run-request';
import { SweepRequestSchema } from '../lab/sweeps/sweep-request';
import type { CheckedSweep } from '../lab/sweeps/sweep-request';
import { levelsFlag } from './levels-flag';
import { listFlag } from './list-flag';
import { modelsFlag } from './models-flag';
import { readFlags } from './request-flags';

/** Which of a data set's problems, and how often; a run of one problem has no such flags. */
export function addSelectionFlags(command: Command): Command {
  return command
    .option('--concurrency <n>', 'problems at a time', String(runDefaults.concurrency))
    .option('--samples <n>', 'attempts per problem', String(runDefaults.samples))
    .option('--limit <n>', 'only the first n problems')
    .option('--problems <ids>', 'only these problems, separated by commas')
    .option('--skip-missing', 'leave out problems that the bank does not have');
}

/** `code-tree-bfs d3w3, d2w4; ...` */
const shapes = [...methods.values()]
  .map(({ name, shape }) => ({ name, variants: Object.keys(shape?.variants ?? {}) }))
  .filter(({ variants }) => variants.length > 0)
  .map(({ name, variants }) => `${name} ${variants.join(', ')}`)
  .join('; ');

/** What `--parallel` takes. */
export const parallelWords = `programs of one problem at a time: ${independentMethodNames.join(', ')} (default: 1)`;

/** What `--dataset` takes. */
export const datasetWords =
  'humaneval, mbpp, humanevalplus, mbppplus, bundled, or a .jsonl(.gz) file';

/** What `--model` takes. */
export const modelWords = 'simulated[:<bank>,…], recorded:<bank>[,<bank>…], or the name of a model';

/** The flags that every run has, with the meaning each has. */
export function addRunFlags(command: Command): Command {
  return addSettingFlags(
    command
      .option('--method <name>', `method: ${methodNames.join(', ')}`, runDefaults.method)
      .requiredOption('--model <spec>', modelWords),
  );
}

/** What may be said of a run beside its data set, method and model. */
export function addSettingFlags(command: Command): Command {
  return command
    .option('--budget <n>', 'searches: generated programs per problem, 1 to 100 (default: 20)')
    .option('--width <n>', 'trees: most strategies or plans, and reflections per node, 1 to 20')
    .option('--depth <n>', 'trees: deepest level, 1 to 10')
    .option('--variant <name>', `in place of both, a shape of the paper: ${shapes}`)
    .option('--parallel <n>', parallelWords)
    .option('--seed <n>', 'another seed asks the model anew', String(runDefaults.seed))
    .option('--temperature <t>', "overrides the method's own, 0 to 2")
    .option('--max-tokens <n>', 'longest reply, tokens')
    .option('--thinker-model <name>', 'another model for the Thinker')
    .option('--critic-model <name>', 'another model for the Critic')
    .option('--critic-accuracy <a>', "of the simulated or recorded critic's verification, 0 to 1")
    .option('--competence <c>', 'share of right programs of the simulated model, 0 to 1')
    .option('--bank-model <name>', 'only the programs of this source model of the bank')
    .option('--max-rounds <n>', 'refine: most programs per problem, 1 to 100 (default: 2)')
    .option(
      '--feedback <source>',
      `refine: who says what is wrong: ${feedbackSources.join(', ')} (default: ${dialogueDefaults.feedback})`,
    )
    .option(
      '--feedback-tests <tests>',
      `refine: tests that rounds are run on: ${feedbackTests.join(', ')} (default: ${dialogueDefaults.feedbackTests})`,
    )
    .option(
      '--profile <name>',
      `refine: words and prompts: ${refinementProfiles.join(', ')} (default: ${dialogueDefaults.profile})`,
    )
    .option('--human-model <name>', 'refine: another model to play the person')
    .option('--remind-hours <h>', 'refine with a person: between reminders (default: 24)')
    .option(
      '--expire-hours <h>',
      'refine with a person: then a simulated one answers (default: 336)',
    )
    .option('--context-tokens <n>', 'refine: most tokens of a request')
    .option('--token-budget <n>', 'refine: most tokens of one dialogue')
    .option(
      '--prompts <set>',
      `searches: what the agents are asked with: ${promptSetNames.join(', ')} (default: default)`,
    )
    .option(
      '--shown-program <form>',
      `searches: how a reviewed program is shown: ${programForms.join(', ')} (default: as the set of prompts has it)`,
    )
    .option(
      '--answer <rule>',
      `searches: what one answers with that accepted nothing: ${answerRules.join(', ')} (default: best)`,
    )
    .option(
      '--preset <name>',
      `searches: settings under one name: ${presetNames.join(', ')}; a flag beside it stands`,
    )
    .option(
      '--visible-tests <profile|file>',
      `tests that are shown: ${visibleProfiles.join(', ')}, or a file with rows of {task_id, given_tests} (default: docstring)`,
    )
    .option(
      '--retrieval <mode>',
      `instances of repositories: what is shown of the rest: ${retrievalModes.join(', ')} (default: ${runDefaults.retrieval})`,
    )
    .option(
      '--assurance <level>',
      `least level: ${assuranceLevels.join(', ')}; what needs a lower one is refused`,
      runDefaults.assurance,
    )
    .option(
      '--assurance-of <id=level,…>',
      'the level of single problems, on your word',
      (given: string, before?: string) => (before === undefined ? given : `${before},${given}`),
    )
    .option(
      '--grading <profile>',
      `verdicts as a tool has them: ${gradingProfileNames.join(', ')}`,
      runDefaults.grading,
    )
    .option(
      '--score-bad-references',
      'score problems whose own reference fails the hidden tests (default: unscored under strict)',
    )
    .addOption(new Option('--no-reuse', 'ask every question anew, whatever the journal holds'))
    .option('--regrade', 'run every program again, whatever the cache holds')
    .option('--fresh <name>', 'a new run of the same configuration');
}

/** Flags of a run as they were typed. @throws UsageError naming the flag, its value and what it may be. */
export function parseRunFlags(raw: Readonly<Record<string, unknown>>): CheckedRequest {
  return readFlags(RunRequestSchema, raw, {
    ranges: runRanges,
    meanings: settingMeanings,
    help: 'run start --help',
  });
}

/** Flags of a sweep as they were typed. @throws UsageError naming the flag, its value and what it may be. */
export function parseSweepFlags(raw: Readonly<Record<string, unknown>>): CheckedSweep {
  return readFlags(SweepRequestSchema, raw, {
    ranges: runRanges,
    meanings: { ...settingMeanings, dataset: listFlag, method: listFlag, model: modelsFlag },
    help: 'sweep --help',
  });
}

/** What the settings of a run are typed as, where that is neither themselves nor a number. */
const settingMeanings = { problems: listFlag, assuranceOf: levelsFlag };
