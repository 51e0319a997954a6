import { filterQuestion, isRater } from '../../core/code-feedback/filter-question';
import type { SpeakerQuestion, ToldRow } from '../../core/code-feedback/method';
import { methodOf } from '../../core/code-feedback/methods';
import type { AttemptKey } from '../../core/ports/records';
import { roleTraits } from '../../core/names/roles';
import type { DatasetRole } from '../../core/names/roles';
import type { RoleQuestion } from '../model/ask-role';
import type { RowContext } from './row-contexts';

export interface AskedOf {
  readonly attempt: AttemptKey;
  readonly row: RowContext;
  readonly told: ToldRow;
  readonly speaker: DatasetRole;
  /** Place of the step in its item. */
  readonly step: number;
}

/** The question to a speaker for its next turn. */
export function speakerQuestion(asked: AskedOf): RoleQuestion<string | null> {
  const { attempt, row, told, speaker, step } = asked;
  const { config } = row;
  const question: SpeakerQuestion = isRater(speaker)
    ? filterQuestion(told, speaker)
    : methodOf(row.planned.method).question(told, speaker);
  const { model, seed, reuse, maxTokens } = config;
  const calls = config.build.recipe.budgets?.callsPerRow;
  const callBudget = calls === undefined ? undefined : { calls };
  return {
    attempt,
    asker: { id: attempt.run, model, seed, reuse, maxTokens, callBudget },
    ...{ role: speaker, model: modelOf(config, speaker) },
    ...{ messages: question.messages, format: null },
    purpose: { kind: 'dataset', step },
    // Of its place in the method, so that an answer is found again when the recipe rates in another way.
    ordinal: isRater(speaker) ? 0 : told.steps.length,
    temperature: question.temperature,
    ...(question.task === undefined ? {} : { task: question.task }),
    repairs: question.repairs,
    parse: question.read,
  };
}

function modelOf({ build, model }: RowContext['config'], speaker: DatasetRole): string {
  const { models } = build.recipe;
  const named = roleTraits[speaker].model;
  return (named in models ? models[named as keyof typeof models] : undefined) ?? model.name;
}
