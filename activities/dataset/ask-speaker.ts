import type { RowStep } from '../../core/kinds/dataset/schema';
import type { AttemptKey, BlobStore } from '../../core/ports/records';
import type { DatasetRole } from '../../core/names/roles';
import type { ActivityDependencies } from '../dependencies';
import { CallBudgetSpentError } from '../model/ask-model';
import { askRole } from '../model/ask-role';
import type { DurableContext } from '../work/durable';
import { TextStore } from '../work/text-store';
import { askedStep } from './asked-step';
import type { RowContext, RowContexts } from './row-contexts';
import { speakerQuestion } from './speaker-question';

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
  const told = await rows.told(row, done);
  const { blobs } = dependencies.store;
  const question = speakerQuestion({ attempt, row, told, speaker, step: done.length });
  const answer = await askRole(dependencies, context, question).catch((error: unknown) => {
    if (error instanceof CallBudgetSpentError) return null;
    throw error;
  });
  if (answer === null) return unaskedStep(blobs, speaker, question.model);
  return askedStep(blobs, question, { speaker, answer });
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
