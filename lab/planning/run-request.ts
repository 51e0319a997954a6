import { z } from 'zod';

import { gradingProfileNames } from '../../core/grading/profiles/names';
import type { GradingProfileName } from '../../core/grading/profiles/names';
import { retrievalModes } from '../../core/repository/retrieval';
import type { RetrievalMode } from '../../core/repository/retrieval';
import { feedbackSources, feedbackTests, refinementProfiles } from '../../core/schemas/dialogue';
import type { FeedbackSource, FeedbackTests, RefinementProfile } from '../../core/schemas/dialogue';
import { programForms, promptSetNames } from '../../core/agents/prompt-sets/prompt-choice';
import type { ProgramForm, PromptSetName } from '../../core/agents/prompt-sets/prompt-choice';
import { answerRules } from '../../core/search/answer-rule';
import type { AnswerRule } from '../../core/search/answer-rule';
import { presetNames } from '../../core/work/presets';
import type { PresetName } from '../../core/work/presets';
import { assuranceLevels, usualLeastLevel } from '../../core/schemas/verdict';
import type { Assurance } from '../../core/schemas/verdict';
import { mostAtATime } from '../../core/work/most-at-a-time';
import { checkRequest } from './check-request';
import type { NumberRange } from './number-range';
import { choice, freshName, levelsById, name, numberIn, oneOf } from './request-members';

/** What a run is asked for with: a method on a data set with a model. Only the data set and the model are required. */
export interface RunRequest {
  /**
   * `bundled`, `humaneval`, `mbpp`, `env:RUN` (the accepted harnesses of a run that built environments), or the path of a
   * .jsonl(.gz) file.
   */
  readonly dataset: string;
  /** `simulated`, `simulated:<bank>[,…]`, `recorded:<bank>[,…]`, or the name of a model that the endpoint in OPENAI_BASE_URL has. */
  readonly model: string;
  /** Default `code-tree`. */
  readonly method?: string | undefined;
  /** Of searches: generated programs per problem, 1 to 100; default 20. */
  readonly budget?: number | undefined;
  /** Of methods that grow trees: most strategies (of map-coder: plans), and reflections per node, 1 to 20; default the method's. */
  readonly width?: number | undefined;
  /** Of methods that grow trees: the deepest level, 1 to 10; default the method's. */
  readonly depth?: number | undefined;
  /** Of `code-tree-bfs` and `code-tree-dfs`, in place of both: one of the paper's shapes, such as `d2w4`. */
  readonly variant?: string | undefined;
  /** Of `refine`: most programs per problem, the first one included, 1 to 100; default 2. */
  readonly maxRounds?: number | undefined;
  /**
   * Of `refine`: who says what is wrong. `execution` (default): what running said; `human`, `oracle`: a model that plays a
   * person, as `oracle` one who sees the reference; `person`: a person, who is waited for; `none`: nobody.
   */
  readonly feedback?: FeedbackSource | undefined;
  /**
   * Of `refine`: the tests that a round is run on, and so shown: `public` (default) the visible ones, `base` the data set's base
   * tests, `same` all that judge, `none`.
   */
  readonly feedbackTests?: FeedbackTests | undefined;
  /** Of `refine`: words and prompts, `espalier` (default) or `oci`, those of OpenCodeInterpreter's evaluation. */
  readonly profile?: RefinementProfile | undefined;
  /** Of `refine`: another model to play the person; default `model`. */
  readonly humanModel?: string | undefined;
  /** Of `refine` with a person: hours between reminders; default 24. */
  readonly remindHours?: number | undefined;
  /** Of `refine` with a person: hours after which a simulated one answers in their place; default 336. */
  readonly expireHours?: number | undefined;
  /** Of `refine`: most tokens of a request, older rounds left out beyond; default no limit. */
  readonly contextTokens?: number | undefined;
  /** Of `refine`: most tokens of one dialogue, which ends beyond; default no limit. */
  readonly tokenBudget?: number | undefined;
  /** Problems at a time, 1 to 1000; default 10. No part of what the run is: its id stays the same. */
  readonly concurrency?: number | undefined;
  /**
   * Of searches whose programs need nothing of each other (`resample`, `strategy-list`, trees without a critic): programs of one
   * problem at a time, 1 to 100; default 1. No part of what the run is: the answers are the same.
   */
  readonly parallel?: number | undefined;
  /** Another seed asks the model anew; default 0. */
  readonly seed?: number | undefined;
  /** Attempts per problem, 1 to 1000; default 1. */
  readonly samples?: number | undefined;
  /** Only the first so many problems; default all. */
  readonly limit?: number | undefined;
  /** Only the problems with these ids; default all. */
  readonly problems?: readonly string[] | undefined;
  /** 0 to 2; default the method's own. */
  readonly temperature?: number | undefined;
  /** Longest reply, tokens; default the endpoint's own. */
  readonly maxTokens?: number | undefined;
  /** Another model for the Thinker; default `model`. */
  readonly thinkerModel?: string | undefined;
  /** Another model for the Critic; default `model`. */
  readonly criticModel?: string | undefined;
  /** Of the simulated or recorded critic's verification, 0 to 1; default 0.8. */
  readonly criticAccuracy?: number | undefined;
  /** Share of right programs of the simulated model, 0 to 1; default 0.5. */
  readonly competence?: number | undefined;
  /** Only the programs of this source model of the bank; default all. */
  readonly bankModel?: string | undefined;
  /** Leave out problems that the bank does not have; default false: they are refused. */
  readonly skipMissing?: boolean | undefined;
  /** Of searches: what the agents are asked with, `default` or `codetree-paper` (facts of its authors' prompts). */
  readonly prompts?: PromptSetName | undefined;
  /**
   * Of searches: how whoever reviews a program sees it, as the model's own turn (`own-turn`) or `quoted`; default as the set of
   * prompts has it. Recorded and simulated models know `own-turn` alone.
   */
  readonly shownProgram?: ProgramForm | undefined;
  /** Of searches: what one answers with that accepted nothing: `best` (default), `last-failing` or `passing`. */
  readonly answer?: AnswerRule | undefined;
  /** Of searches: settings under one name, `codetree-paper`; what is said beside it stands. */
  readonly preset?: PresetName | undefined;
  /**
   * Which tests are shown: `docstring` (default: the data set's own, or the examples in its docstrings), `paper` (those that
   * CodeTree's authors showed; of MBPP all of `test_list`, which judge, too), `none`, or a file with rows of {task_id, given_tests}.
   */
  readonly visibleTests?: string | undefined;
  /**
   * Of instances of repositories: what is shown beside the definition: `none`, `dependency` (default: what it uses) or `full`
   * (the rest of its file and other files too), at most 6,000 tokens.
   */
  readonly retrieval?: RetrievalMode | undefined;
  /**
   * The least level of assurance: problems whose reference passes only below it are refused, and no model is asked. `data`,
   * `objects` or `shared`; default `objects`.
   */
  readonly assurance?: Assurance | undefined;
  /** The level of single problems, by id, on your word: for those that no reference finds one for. */
  readonly assuranceOf?: Readonly<Record<string, Assurance>> | undefined;
  /** How answers are graded: our own way (`strict`, the default), or as another tool does (docs/grading.md). */
  readonly grading?: GradingProfileName | undefined;
  /**
   * Score problems whose own reference fails the hidden tests; default false: under `strict` they have no verdict, and no model is
   * asked. Other tools' profiles score them, as those do.
   */
  readonly scoreBadReferences?: boolean | undefined;
  /** Read answers back from the journal; default true. False asks every question anew. */
  readonly reuse?: boolean | undefined;
  /** Run every program again, whatever the cache of verdicts holds; default false. */
  readonly regrade?: boolean | undefined;
  /** A name that makes a new run of the same configuration: 1 to 40 letters, digits, dots, dashes, underscores. */
  readonly fresh?: string | undefined;
}

/** A search is handed on as one payload, at most 2 KB a program; the engine warns of payloads above 256 KB. */
const mostPrograms = 100;

/** What is taken where nothing is said. */
export const runDefaults = {
  method: 'code-tree',
  concurrency: 10,
  seed: 0,
  samples: 1,
  assurance: usualLeastLevel,
  grading: 'strict',
  retrieval: 'dependency',
} as const;

/** Ranges of the numbers of a run. */
export const runRanges = {
  budget: { least: 1, most: mostPrograms, whole: true },
  width: { least: 1, most: 20, whole: true },
  depth: { least: 1, most: 10, whole: true },
  maxRounds: { least: 1, most: mostPrograms, whole: true },
  remindHours: { least: 0.0001, most: 10_000 },
  expireHours: { least: 0.0001, most: 10_000 },
  contextTokens: { least: 500, whole: true },
  tokenBudget: { least: 1, whole: true },
  concurrency: { least: 1, most: mostAtATime, whole: true },
  parallel: { least: 1, most: mostPrograms, whole: true },
  seed: { least: 0, whole: true },
  samples: { least: 1, most: 1000, whole: true },
  limit: { least: 1, whole: true },
  temperature: { least: 0, most: 2 },
  maxTokens: { least: 1, whole: true },
  criticAccuracy: { least: 0, most: 1 },
  competence: { least: 0, most: 1 },
} as const satisfies Readonly<Record<string, NumberRange>>;

const number = (name: keyof typeof runRanges) => numberIn(runRanges[name]);
const level = oneOf(assuranceLevels);

/** The one place with what a run may be asked for: the library's requests and the flags of commands go through it. */
export const RunRequestSchema = z.strictObject({
  dataset: name,
  model: name,
  method: name.default(runDefaults.method),
  budget: number('budget').optional(),
  width: number('width').optional(),
  depth: number('depth').optional(),
  variant: name.optional(),
  maxRounds: number('maxRounds').optional(),
  feedback: oneOf(feedbackSources).optional(),
  feedbackTests: oneOf(feedbackTests).optional(),
  profile: oneOf(refinementProfiles).optional(),
  humanModel: name.optional(),
  remindHours: number('remindHours').optional(),
  expireHours: number('expireHours').optional(),
  contextTokens: number('contextTokens').optional(),
  tokenBudget: number('tokenBudget').optional(),
  concurrency: number('concurrency').default(runDefaults.concurrency),
  parallel: number('parallel').optional(),
  seed: number('seed').default(runDefaults.seed),
  samples: number('samples').default(runDefaults.samples),
  limit: number('limit').optional(),
  problems: z
    .array(name, { error: 'must be a list of ids' })
    .min(1, 'names no problem')
    .readonly()
    .optional(),
  temperature: number('temperature').optional(),
  maxTokens: number('maxTokens').optional(),
  thinkerModel: name.optional(),
  criticModel: name.optional(),
  criticAccuracy: number('criticAccuracy').optional(),
  competence: number('competence').optional(),
  bankModel: name.optional(),
  skipMissing: choice.default(false),
  prompts: oneOf(promptSetNames).optional(),
  shownProgram: oneOf(programForms).optional(),
  answer: oneOf(answerRules).optional(),
  preset: oneOf(presetNames).optional(),
  visibleTests: name.optional(),
  retrieval: oneOf(retrievalModes).optional(),
  assurance: level.default(runDefaults.assurance),
  assuranceOf: levelsById.optional(),
  grading: oneOf(gradingProfileNames).default(runDefaults.grading),
  scoreBadReferences: choice.default(false),
  reuse: choice.default(true),
  regrade: choice.default(false),
  fresh: freshName.optional(),
}) satisfies z.ZodType<unknown, RunRequest>;

/** A request in which everything is said and in its range. */
export type CheckedRequest = z.output<typeof RunRequestSchema>;

/** @throws UsageError (`BAD_REQUEST`) naming the member, its value and what it may be */
export function checkRunRequest(request: RunRequest): CheckedRequest {
  const says = { what: 'the request of a run', needs: 'dataset and model' };
  return checkRequest(RunRequestSchema, request, says);
}
