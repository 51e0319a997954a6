import { usualShellLimits } from '../../core/agents/shell/shell-limits';
import { usualPrompts } from '../../core/names/prompt-choice';
import { usualPreparation } from '../../core/names/usual-preparation';
import type { PreparationSetting } from '../../core/names/usual-preparation';
import type { WorkKind } from '../../core/schemas/run';
import { methodNamed } from '../../core/search/methods';
import { shapeOf } from '../../core/search/tree-shape';
import { runOptions } from './run-options';
import type { CheckedRequest } from './run-request';

/** Members of only one kind of configuration. @throws UsageError (`BAD_FLAG`) for a shape the method's trees cannot have */
export const runSettings: { readonly [Kind in WorkKind]?: (request: CheckedRequest) => object } = {
  search: ({
    method,
    budget,
    width,
    depth,
    variant,
    prompts,
    shownProgram,
    answer,
    ...request
  }) => ({
    ...given({
      budget,
      preparation: unusual<PreparationSetting>(request, usualPreparation),
      shell: unusual<'steps' | 'tokens'>(
        { steps: request.shellSteps, tokens: request.shellTokens },
        { steps: usualShellLimits.steps, tokens: usualShellLimits.tokens },
      ),
    }),
    search: {
      ...shapeOf(methodNamed(method), { width, depth, variant }),
      ...given({ answer: answer === runOptions.answer.usual ? undefined : answer }),
    },
    prompts: { ...usualPrompts, ...given({ set: prompts, program: shownProgram }) },
  }),
  dialogue: ({
    maxRounds: rounds = runOptions.maxRounds.usual,
    feedback = runOptions.feedback.usual,
    feedbackTests = runOptions.feedbackTests.usual,
    profile = runOptions.profile.usual,
    remindHours = runOptions.remindHours.usual,
    expireHours = runOptions.expireHours.usual,
    humanModel,
    contextTokens,
    tokenBudget,
  }) => ({
    dialogue: {
      ...{ rounds, feedback, feedbackTests, profile },
      ...given({ humanModel, contextTokens, tokenBudget }),
      ...(feedback === 'person'
        ? {
            patience: {
              remindEveryMs: Math.round(remindHours * hourMs),
              expireAfterMs: Math.round(expireHours * hourMs),
            },
          }
        : {}),
    },
  }),
};

const hourMs = 60 * 60 * 1000;

/** The members that are given and not as usual. undefined: there are none, so that runs keep their ids. */
function unusual<Name extends string>(
  request: { readonly [Member in Name]?: number | undefined },
  usual: { readonly [Member in Name]: number },
): { readonly [Member in Name]?: number } | undefined {
  const names = Object.keys(usual) as Name[];
  const told = names.filter((name) => request[name] !== undefined && request[name] !== usual[name]);
  if (told.length === 0) return undefined;
  return Object.fromEntries(told.map((name) => [name, request[name]])) as {
    readonly [Member in Name]?: number;
  };
}

/** Without the members that are undefined. */
function given<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Members>;
}
