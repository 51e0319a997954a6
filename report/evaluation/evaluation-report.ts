import { answerGrade } from '../../core/metrics/attempt-answer';
import type { AttemptResult, BlobStore } from '../../core/ports/records';
import type { EvaluationOutcome } from '../../core/kinds/evaluation/schema';
import type { KindReport } from '../kind-report';
import type { LoadedAttempt } from '../load-attempts';
import { filesOfPatches } from '../patches/official-files';
import { evaluationSettingRows } from './evaluation-rows';
import { quoteText } from '../quote-text';
import { terminalLine } from '../terminal-safe';

/** Lines of a program that are shown. */
const shownLines = 60;

/** What tables and exports say of one sample. */
export const evaluationReport: Partial<KindReport<'evaluation'>> = {
  settings: evaluationSettingRows,
  runFiles: filesOfPatches,
  headFacts: ({ verdict }: AttemptResult<EvaluationOutcome>) => (verdict === null ? [] : [verdict]),
  lines: async (blobs: BlobStore, { attempt: { result } }: LoadedAttempt, { program }) => {
    const error = result === null ? null : (answerGrade(result)?.outcome.error ?? null);
    const text = program === null ? null : { sha256: program };
    return [
      ...(error === null ? [] : error.split('\n').map((line) => `  ${terminalLine(line)}`)),
      ...(await quoteText(blobs, 'program', text, shownLines)),
    ];
  },
};
