import { buildScoreMessages, scoreFormat } from '../critic-score';
import { buildVerificationMessages, verificationFormat } from '../critic-verification';
import { buildDebuggerMessages } from '../debugger';
import { buildSolverMessages } from '../solver';
import { buildReflectionsMessages, reflectionsFormat } from '../thinker-reflections';
import { buildStrategiesMessages, strategiesFormat } from '../thinker-strategies';
import type { PromptSet } from './prompt-set';

/** As in the paper's equations 4 and 6 the critic sees the strategy, and the Debugger the strategy and the review. */
export const defaultPrompts: PromptSet = {
  name: 'default',
  programForm: 'own-turn',
  solver: (input) => ({ messages: buildSolverMessages(input), format: null }),
  debugger: (input) => ({ messages: buildDebuggerMessages(input), format: null }),
  strategies: (input) => ({ messages: buildStrategiesMessages(input), format: strategiesFormat }),
  reflections: (input) => ({
    messages: buildReflectionsMessages(input),
    format: reflectionsFormat,
  }),
  score: (input) => ({ messages: buildScoreMessages(input), format: scoreFormat }),
  verification: (input) => ({
    messages: buildVerificationMessages(input),
    format: verificationFormat,
  }),
};
