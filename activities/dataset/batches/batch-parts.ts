import type { BatchStage } from '../../../core/names/batch-stages';
import type { OpenQuestion } from './open-questions';

/** Limits of a file at OpenAI are 50,000 requests and 200 MB. */
const mostRequests = 40_000;
const mostChars = 50_000_000;

/** A vector takes up to 60 kB, and a worker holds the answers of a batch in memory. */
const mostOf: Readonly<Partial<Record<BatchStage, number>>> = { embed: 1_000 };

/** Requests of one stage, in parts that are a batch each. */
export function batchParts(
  stage: BatchStage,
  open: readonly OpenQuestion[],
): readonly (readonly OpenQuestion[])[] {
  const most = mostOf[stage] ?? mostRequests;
  const parts: OpenQuestion[][] = [];
  let chars = 0;
  for (const one of open) {
    const own = one.request.messages.reduce((sum, { content }) => sum + content.length, 0);
    const part = parts.at(-1);
    if (part === undefined || part.length >= most || chars + own > mostChars) {
      parts.push([one]);
      chars = own;
    } else {
      part.push(one);
      chars += own;
    }
  }
  return parts;
}
