import { refinementPrompts } from '../../refinement/requests/prompts-sha256';
import type { RunConfig } from '../../schemas/run';
import type { OfKind } from '../../work/of-kind';
import { said } from '../said';
import type { AskedSettings, KindRow } from '../work-row';
import { noDialogue } from './outcome';
import type { DialogueOutcome } from './schema';

/** Refinement of one program in several rounds (docs/refinement.md). */
export const dialogueRow: KindRow<OfKind<RunConfig, 'dialogue'>, DialogueOutcome> = {
  methods: ['refine'],
  workflow: 'refineSolution',
  phase: 'refining',
  byMethod: true,
  together: 1,
  scored: true,
  steering: ['feedback', 'approve', 'stop', 'retry'],
  noOutcome: noDialogue,
  options: [
    'maxRounds',
    'feedback',
    'feedbackTests',
    'profile',
    'humanModel',
    'remindHours',
    'expireHours',
    'contextTokens',
    'tokenBudget',
  ],
  models: ({ dialogue: { humanModel } }) => (humanModel === undefined ? [] : [humanModel]),
  settings: dialogueSettings,
  promptsSha256: ({ dialogue }) => refinementPrompts[dialogue.profile],
};

/** Taken where nothing is said. OpenCodeInterpreter's evaluation has two rounds. */
export const dialogueDefaults = {
  maxRounds: 2,
  feedback: 'execution',
  feedbackTests: 'public',
  profile: 'espalier',
  remindHours: 24,
  expireHours: 14 * 24,
} as const;

const hourMs = 60 * 60 * 1000;

function dialogueSettings(asked: AskedSettings): object {
  const usual = dialogueDefaults;
  const {
    maxRounds: rounds = usual.maxRounds,
    feedback = usual.feedback,
    feedbackTests = usual.feedbackTests,
    profile = usual.profile,
    remindHours = usual.remindHours,
    expireHours = usual.expireHours,
    ...others
  } = asked;
  const { humanModel, contextTokens, tokenBudget } = others;
  const patience = {
    remindEveryMs: Math.round(remindHours * hourMs),
    expireAfterMs: Math.round(expireHours * hourMs),
  };
  return {
    dialogue: {
      ...{ rounds, feedback, feedbackTests, profile },
      ...said({ humanModel, contextTokens, tokenBudget }),
      ...(feedback === 'person' ? { patience } : {}),
    },
  };
}
