import { z } from 'zod';

import { programForms, promptSetNames, usualPrompts } from '../../core/names/prompt-choice';
import { gradingProfileNames } from '../../core/names/grading-profiles';
import { retrievalModes } from '../../core/names/retrieval-modes';
import { feedbackSources, feedbackTests, refinementPromptSets } from '../../core/schemas/dialogue';
import { assuranceLevels, usualLeastLevel } from '../../core/schemas/verdict';
import { answerRules, usualAnswerRule } from '../../core/names/answer-rules';
import { usualShellLimits } from '../../core/agents/shell/shell-limits';
import { usualPreparation } from '../../core/names/usual-preparation';
import { independentMethodNames, methods, shellMethodNames } from '../../core/search/methods';
import { usualBudget, usualCompetence, usualCriticAccuracy } from '../../core/names/usual-values';
import { visibleTestRules } from '../../core/names/visible-test-rules';
import { methodNames } from '../../core/kinds/kinds';
import { presetNames } from '../../core/work/presets';
import { atATime, choice, freshName, levelsById, name, numberIn, oneOf } from './request-members';
import type { RequestOptions } from './request-options';

/** The engine warns of payloads above 256 KB. A search is passed on as one payload, with at most 2 KB a program. */
const mostPrograms = 100;

export const usualConcurrency = 10;

const whole = (least: number, most?: number) =>
  numberIn({ least, whole: true, ...(most === undefined ? {} : { most }) });

/** `with code-tree-bfs: d3w3, d2w4; …` */
const shapes = [...methods.values()]
  .map(({ name: method, shape }) => ({ method, variants: Object.keys(shape?.variants ?? {}) }))
  .filter(({ variants }) => variants.length > 0)
  .map(({ method, variants }) => `with ${method}: ${variants.join(', ')}`)
  .join('; ');

/** Every option of a run, in the order of the help. A new one is an entry here, and what it changes of the configuration. */
export const runOptions = {
  dataset: {
    schema: name,
    value: '<name|file>',
    help: 'data set: bundled, humaneval, mbpp, humanevalplus, mbppplus, apps-codetree, apps-mapcoder, env:<run>, or a .jsonl(.gz) or .parquet file',
  },
  model: {
    schema: name,
    value: '<spec>',
    help: 'name of a model at OPENAI_BASE_URL, simulated[:<bank>,…], or recorded:<bank>[,<bank>…]',
  },
  method: {
    schema: name.default('code-tree'),
    value: '<name>',
    help: `method: ${methodNames.join(', ')}`,
  },
  concurrency: {
    schema: atATime.default(usualConcurrency),
    value: '<n>',
    help: 'problems to work on at the same time',
  },
  samples: { schema: whole(1, 1000).default(1), value: '<n>', help: 'attempts per problem' },
  limit: {
    schema: whole(1).optional(),
    value: '<n>',
    help: 'use only the first n problems',
    usual: 'no limit',
  },
  problems: {
    schema: z
      .array(name, { error: 'must be a list of ids' })
      .min(1, 'names no problem')
      .readonly()
      .optional(),
    value: '<ids>',
    help: 'use only these problems, separated by commas',
  },
  skipMissing: {
    schema: choice.default(false),
    help: 'leave out problems that are not in the bank of --model',
  },
  budget: {
    schema: whole(1, mostPrograms).optional(),
    value: '<n>',
    help: 'programs to generate per problem',
    usual: usualBudget,
    kind: 'search',
  },
  width: {
    schema: whole(1, 20).optional(),
    value: '<n>',
    help: 'with tree methods: maximum number of strategies (or plans), and also maximum number of reflections per node',
    usual: "the method's own",
    kind: 'search',
  },
  depth: {
    schema: whole(1, 10).optional(),
    value: '<n>',
    help: 'with tree methods: levels of the tree',
    usual: "the method's own",
    kind: 'search',
  },
  variant: {
    schema: name.optional(),
    value: '<name>',
    help: `tree shape of the paper (d: depth, w: width), instead of --width and --depth; ${shapes}`,
    kind: 'search',
  },
  parallel: {
    schema: whole(1, mostPrograms).optional(),
    value: '<n>',
    help: `with ${independentMethodNames.join(', ')}: number of programs to generate in parallel for one problem`,
    usual: 1,
  },
  seed: {
    schema: whole(0).default(0),
    value: '<n>',
    help: 'random seed; with a different seed, the model is asked again and stored replies are not reused',
  },
  temperature: {
    schema: numberIn({ least: 0, most: 2 }).optional(),
    value: '<t>',
    help: 'sampling temperature',
    usual: "the method's own",
  },
  maxTokens: {
    schema: whole(1).optional(),
    value: '<n>',
    help: 'maximum tokens in one reply',
    usual: "the endpoint's limit",
  },
  thinkerModel: {
    schema: name.optional(),
    value: '<name>',
    help: 'model for the Thinker role',
    usual: '--model',
    kind: 'search',
  },
  criticModel: {
    schema: name.optional(),
    value: '<name>',
    help: 'model for the Critic role',
    usual: '--model',
    kind: 'search',
  },
  criticAccuracy: {
    schema: numberIn({ least: 0, most: 1 }).optional(),
    value: '<a>',
    help: "with a simulated or recorded model: fraction of the Critic's verifications that are correct",
    usual: usualCriticAccuracy,
    kind: 'search',
  },
  competence: {
    schema: numberIn({ least: 0, most: 1 }).optional(),
    value: '<c>',
    help: 'simulated model: share of correct programs',
    usual: usualCompetence,
  },
  bankModel: {
    schema: name.optional(),
    value: '<name>',
    help: 'use only the programs of this model in the bank',
    usual: 'all programs',
  },
  maxRounds: {
    schema: whole(1, mostPrograms).optional(),
    value: '<n>',
    help: 'maximum programs per problem, including the first',
    usual: 2,
    kind: 'dialogue',
  },
  feedback: {
    schema: oneOf(feedbackSources).optional(),
    value: '<source>',
    help: 'source of feedback (human: a simulated human; oracle: a simulated human that sees the reference; person: a real person)',
    usual: 'execution',
    kind: 'dialogue',
  },
  feedbackTests: {
    schema: oneOf(feedbackTests).optional(),
    value: '<tests>',
    help: 'tests to run in each round (public: visible tests; base: the base suite of the hidden tests; same: all hidden tests)',
    usual: 'public',
    kind: 'dialogue',
  },
  profile: {
    schema: oneOf(refinementPromptSets).optional(),
    value: '<name>',
    help: 'prompt set',
    usual: 'espalier',
    kind: 'dialogue',
  },
  humanModel: {
    schema: name.optional(),
    value: '<name>',
    help: 'model for the simulated human or the oracle',
    usual: '--model',
    kind: 'dialogue',
  },
  remindHours: {
    schema: numberIn({ least: 0.0001, most: 10_000 }).optional(),
    value: '<h>',
    help: 'with --feedback person: hours between reminders',
    usual: 24,
    kind: 'dialogue',
  },
  expireHours: {
    schema: numberIn({ least: 0.0001, most: 10_000 }).optional(),
    value: '<h>',
    help: 'with --feedback person: hours until a simulated human answers instead',
    usual: 14 * 24,
    kind: 'dialogue',
  },
  contextTokens: {
    schema: whole(500).optional(),
    value: '<n>',
    help: 'maximum tokens in one request; the oldest rounds are left out to fit',
    usual: 'no limit',
    kind: 'dialogue',
  },
  tokenBudget: {
    schema: whole(1).optional(),
    value: '<n>',
    help: 'maximum tokens in one dialogue; a dialogue that reaches this number ends',
    usual: 'no limit',
    kind: 'dialogue',
  },
  prompts: {
    schema: oneOf(promptSetNames).optional(),
    value: '<set>',
    help: 'prompt set',
    usual: usualPrompts.set,
    kind: 'search',
  },
  shownProgram: {
    schema: oneOf(programForms).optional(),
    value: '<form>',
    help: 'how prompts show the program under review (own-turn: as a message of its own; quoted: inside the request)',
    usual: 'depends on --prompts',
    kind: 'search',
  },
  answer: {
    schema: oneOf(answerRules).optional(),
    value: '<rule>',
    help: 'answer when the Critic accepted no program (best: most visible tests passed, then best score; last-failing: last program that fails a visible test; passing: first program that passes all visible tests, or none)',
    usual: usualAnswerRule,
    kind: 'search',
  },
  preset: {
    schema: oneOf(presetNames).optional(),
    value: '<name>',
    help: 'preset of settings (other flags override them)',
    kind: 'search',
  },
  visibleTests: {
    schema: name.optional(),
    value: '<rule|file>',
    help: `tests to show to the model: ${visibleTestRules.join(', ')} (paper: the tests that the authors of CodeTree showed), or a file with rows of {task_id, given_tests}`,
    usual: 'docstring',
  },
  retrieval: {
    schema: oneOf(retrievalModes).optional(),
    value: '<mode>',
    help: 'with problems from repositories, the other code of the repository to show to the model (dependency: the code that the function uses)',
    usual: 'dependency',
  },
  taskSpecs: {
    schema: name.optional(),
    value: '<file>',
    help: 'with patches, a file that says the version of Python, requirements and test command of tasks (.jsonl or .tsv)',
    usual: 'ESPALIER_TASK_SPECS',
  },
  reproductionScripts: {
    schema: whole(0, 40).optional(),
    value: '<n>',
    help: 'with patches, scripts to write that reproduce the issue (0: no reproduction test)',
    usual: usualPreparation.reproductionScripts,
    kind: 'search',
  },
  regressionFiles: {
    schema: whole(0, 100).optional(),
    value: '<n>',
    help: 'with patches, test files near the issue to run as regression tests (0: no regression tests)',
    usual: usualPreparation.regressionFiles,
    kind: 'search',
  },
  regressionMinutes: {
    schema: whole(1, 30).optional(),
    value: '<n>',
    help: 'with patches, time limit of these tests before any change, in minutes',
    usual: usualPreparation.regressionMinutes,
    kind: 'search',
  },
  fileTreeTokens: {
    schema: whole(100).optional(),
    value: '<n>',
    help: 'with patches, maximum tokens of the tree of files that the model sees',
    usual: usualPreparation.fileTreeTokens,
    kind: 'search',
  },
  skeletonTokens: {
    schema: whole(100).optional(),
    value: '<n>',
    help: 'with patches, maximum tokens of the headers of chosen files, without bodies',
    usual: usualPreparation.skeletonTokens,
    kind: 'search',
  },
  codeTokens: {
    schema: whole(100).optional(),
    value: '<n>',
    help: 'with patches, maximum tokens of the code that the places to change are chosen from',
    usual: usualPreparation.codeTokens,
    kind: 'search',
  },
  locationSetTokens: {
    schema: whole(100).optional(),
    value: '<n>',
    help: 'with patches, maximum tokens of the code of one location set',
    usual: usualPreparation.locationSetTokens,
    kind: 'search',
  },
  shellSteps: {
    schema: whole(1, 1000).optional(),
    value: '<n>',
    help: `with ${shellMethodNames.join(', ')}: maximum replies of the model in one trajectory`,
    usual: usualShellLimits.steps,
    kind: 'search',
  },
  shellTokens: {
    schema: whole(1).optional(),
    value: '<n>',
    help: `with ${shellMethodNames.join(', ')}: maximum tokens of all requests and replies in one trajectory`,
    usual: usualShellLimits.tokens,
    kind: 'search',
  },
  assurance: {
    schema: oneOf(assuranceLevels).default(usualLeastLevel),
    value: '<level>',
    help: 'lowest assurance level to accept, from the highest to the lowest; a problem below it gets no verdict (data: only plain values pass between program and test; objects: the test may use objects of the program; shared: both run in one process)',
  },
  assuranceOf: {
    schema: levelsById.optional(),
    value: '<id=level,…>',
    help: 'set the assurance level of individual problems; this replaces the level that the reference solution determines',
    repeats: true,
  },
  grading: {
    schema: oneOf(gradingProfileNames).default('strict'),
    value: '<profile>',
    help: 'grading profile',
  },
  scoreBadReferences: {
    schema: choice.default(false),
    help: 'score problems whose reference solution fails the hidden tests',
    usual: 'off with --grading strict, on with every other profile',
  },
  reuse: {
    schema: choice.default(true),
    help: 'send every model request again; do not reuse stored replies',
  },
  regrade: {
    schema: choice.default(false),
    help: 'run every program again; do not reuse verdicts from the cache',
  },
  fresh: {
    schema: freshName.optional(),
    value: '<name>',
    help: 'start a new run of the same configuration and give the run this name',
  },
} as const satisfies RequestOptions;

export type RunOptionName = keyof typeof runOptions;

export const runOptionNames = Object.keys(runOptions) as readonly RunOptionName[];
