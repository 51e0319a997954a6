import type { RowStep } from '../../core/kinds/dataset/schema';
import type { DatasetRole } from '../../core/names/roles';
import { codeInReply } from '../../core/refinement/stops/code-in-reply';
import type { BlobStore } from '../../core/ports/records';
import type { RoleQuestion } from '../model/ask-role';
import type { StructuredAnswer } from '../model/structured-answer';
import { TextStore } from '../work/text-store';

/** The finished step of an answer. Its texts are stored. */
export async function askedStep(
  blobs: BlobStore,
  { model, task }: Pick<RoleQuestion<string | null>, 'model' | 'task'>,
  { speaker, answer }: { speaker: DatasetRole; answer: StructuredAnswer<string | null> },
): Promise<RowStep> {
  const { text, finishReason } = answer.answer;
  const code = task === undefined ? codeInReply(text, { cutOff: finishReason === 'length' }) : null;
  return {
    ...{ kind: 'asked', speaker, model, tokens: answer.tokens, calls: [...answer.calls] },
    reply: await new TextStore(blobs).keep(text),
    program: code === null ? null : await blobs.put(code),
    value: answer.value,
    unread: answer.isFallback,
    ...(finishReason === 'length' ? { cutOff: true as const } : {}),
  };
}
