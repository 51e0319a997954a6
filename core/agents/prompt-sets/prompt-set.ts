import type { ProgramForm } from '../../names/prompt-choice';
import type { AnswerFormat, Message } from '../../schemas/model';
import type { CriticInput } from '../prompts/candidate-conversation';
import type { DebuggerInput } from '../debugger';
import type { ReflectionsInput } from '../thinker-reflections';
import type { SolverInput } from '../solver';
import type { StrategiesInput } from '../thinker-strategies';

export interface Prompt {
  readonly messages: readonly Message[];
  /** null: asked for in words alone. */
  readonly format: AnswerFormat | null;
}

/**
 * Prompts of all agents of a search. Answers are read alike for every set. Changed words have another sha256
 * (prompts-sha256.ts): runs with old and new words are different runs.
 */
export interface PromptSet {
  readonly name: string;
  /** How prompts to an endpoint show the program under review, unless the run sets a form. */
  readonly programForm: ProgramForm;
  readonly solver: (input: SolverInput) => Prompt;
  readonly debugger: (input: DebuggerInput) => Prompt;
  readonly strategies: (input: StrategiesInput) => Prompt;
  readonly reflections: (input: ReflectionsInput) => Prompt;
  readonly score: (input: CriticInput) => Prompt;
  readonly verification: (input: CriticInput) => Prompt;
}
