import type { PatchProblem } from '../../tasks/patch/patch';
import { quoteAsData } from '../../words/quote-as-data';

/** An issue as every agent of patches reads it, without what was retrieved for it. */
export function issueText({ source, statement }: PatchProblem): string {
  return [
    `An issue of the repository \`${source.repository}\`:`,
    quoteAsData(statement, 'text'),
  ].join('\n\n');
}
