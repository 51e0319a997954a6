import { methodOf } from '../../core/code-feedback/methods';
import { filterQuestion, isRater } from '../../core/code-feedback/filter-question';
import type { SpeakerQuestion } from '../../core/code-feedback/method';
import type { RowStep } from '../../core/kinds/dataset/schema';
import type { AttemptKey, BlobStore } from '../../core/ports/records';
import { roleTraits } from '../../core/names/roles';
import type { DatasetRole } from '../../core/names/roles';
import { codeInReply } from '../../core/refinement/stops/code-in-reply';
import type { ActivityDependencies } from '../dependencies';
import { CallBudgetSpentError } from '../model/ask-model';
import { askRole } from '../model/ask-role';
import type { DurableContext } from '../work/durable';
import { TextStore } from '../work/text-store';
import type { RowContext, RowContexts } from './row-contexts';

export interface AskedSpeaker {
  readonly attempt: AttemptKey;
  readonly row: RowContext;
  readonly speaker: DatasetRole;
  readonly done: readonly RowStep[];
}

/** Asks a speaker for its next turn. */
export async function askSpeaker(
  {
    dependencies,
    rows,
  }: { readonly dependencies: ActivityDependencies; readonly rows: RowContexts },
  context: DurableContext,
  { attempt, row, speaker, done }: AskedSpeaker,
): Promise<RowStep> {
  const { store } = dependencies;
  const { config } = row;
  const told = await rows.told(row, done);
  const question: SpeakerQuestion = isRater(speaker)
    ? filterQuestion(told, speaker)
    : methodOf(row.planned.method).question(told, speaker);
  const model = modelOf(config, speaker);
  const answer = await askRole(dependencies, context, {
    attempt,
    asker: askerOf(attempt.run, config),
    ...{ role: speaker, model, messages: question.messages, format: null },
    purpose: { kind: 'dataset', step: done.length },
    // Of its place in the method, so that an answer is found again when the recipe rates in another way.
    ordinal: isRater(speaker) ? 0 : told.steps.length,
    temperature: question.temperature,
    ...(question.task === undefined ? {} : { task: question.task }),
    repairs: question.repairs,
    parse: question.read,
  }).catch((error: unknown) => {
    if (error instanceof CallBudgetSpentError) return null;
    throw error;
  });
  if (answer === null) return unaskedStep(store.blobs, speaker, model);
  const { text, finishReason } = answer.answer;
  const code =
    question.task === undefined ? codeInReply(text, { cutOff: finishReason === 'length' }) : null;
  return {
    ...{ kind: 'asked', speaker, model, tokens: answer.tokens, calls: [...answer.calls] },
    reply: await new TextStore(store.blobs).keep(text),
    program: code === null ? null : await store.blobs.put(code),
    value: answer.value,
    unread: answer.isFallback,
    ...(finishReason === 'length' ? { cutOff: true as const } : {}),
  };
}

/** The step of a question that the budget of the row did not allow. `finishRow` tells it by its calls: there are none. */
async function unaskedStep(
  blobs: BlobStore,
  speaker: DatasetRole,
  model: string,
): Promise<RowStep> {
  return {
    ...{ kind: 'asked', speaker, model, tokens: 0, calls: [], program: null, value: null },
    reply: await new TextStore(blobs).keep(''),
    unread: true,
  };
}

function modelOf({ build, model }: RowContext['config'], speaker: DatasetRole): string {
  const { models } = build.recipe;
  const named = roleTraits[speaker].model;
  return (named in models ? models[named as keyof typeof models] : undefined) ?? model.name;
}

function askerOf(
  id: string,
  { model, seed, reuse, maxTokens, build }: RowContext['config'],
): Parameters<typeof askRole>[2]['asker'] {
  const calls = build.recipe.budgets?.callsPerRow;
  const callBudget = calls === undefined ? undefined : { calls };
  return { id, model, seed, reuse, maxTokens, callBudget };
}
