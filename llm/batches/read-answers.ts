import type {
  BatchAnswers,
  BatchedRequest,
  EndedBatch,
  UnusableLine,
} from '../../core/adapters/model-batches';
import type { ModelAnswer } from '../../core/schemas/model';
import { batchAnswer } from './batch-answer';
import { readAnswerLine } from './batch-lines';
import type { LineOptions } from './batch-lines';
import { isGone } from './batch-refusal';
import { failure, strange } from './batching';
import type { Batching } from './batching';

/** Reads the files of a batch that has ended. */
export async function readAnswers(
  batching: Batching,
  { files, tookMs }: EndedBatch,
  asked: { readonly requests: readonly BatchedRequest[]; readonly options: LineOptions },
): Promise<BatchAnswers> {
  const requests = new Map(asked.requests.map((one) => [one.identity, one]));
  const usable = new Map<string, ModelAnswer>();
  const unusable = new Map<string, UnusableLine>();
  const options = { ...asked.options, tookMs, secrets: batching.secrets };
  for (const file of files) {
    let text: string;
    try {
      text = await (await batching.openai.files.content(file)).text();
    } catch (error) {
      const failed = failure(batching, error, options.model);
      // A file that is gone has no answers for us.
      if (isGone(failed)) continue;
      throw failed;
    }
    const lines = text.split('\n').flatMap((line) => readAnswerLine(line) ?? []);
    // Something on the way may have answered with a page of its own.
    if (lines.length === 0 && text.trim() !== '') throw strange(batching, text, options.model);
    for (const { identity, body } of lines) {
      const one = requests.get(identity);
      if (body === null || one === undefined || usable.has(identity)) continue;
      const answer = batchAnswer(one, body, options);
      if (answer.kind === 'answer') usable.set(identity, answer.answer);
      else if (answer.kind === 'unusable') unusable.set(identity, answer.line);
    }
  }
  return { usable, unusable };
}
