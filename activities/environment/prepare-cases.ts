import { z } from 'zod';

import { EspalierError } from '../../core/errors/errors';
import { usualJobLimits } from '../../core/adapters/repository';
import type { RepositoryCell } from '../../core/adapters/repository';

/** Prepared cases: assertions have become observations, and expected values are removed. */
const Prepared = z.object({ source: z.string().min(1), cases: z.array(z.string().min(1)) });

const Answer = z.union([
  z.object({ prepared: Prepared }),
  z.object({
    error: z.object({ code: z.enum(['parse_error', 'too_large']), message: z.string() }),
  }),
]);

export interface UnpreparedCases {
  readonly target: string;
  readonly module: string;
  readonly qualname: string;
  readonly source: string;
}

export type PrepareCases = (
  cases: UnpreparedCases,
  signal?: AbortSignal,
) => Promise<
  | { readonly kind: 'prepared'; readonly prepared: z.infer<typeof Prepared> }
  /** `why` may be shown to the author of the cases. */
  | { readonly kind: 'unreadable'; readonly why: string }
>;

/** The job, which only reads a text, gave no answer. */
export class CasesNotPreparedError extends EspalierError {
  constructor(target: string, end: string) {
    super(`cases for ${target} could not be made ready: the job ended with ${end}`, {
      code: 'CASES_NOT_PREPARED',
      remedy: 'Look at `espalier doctor`; the step is tried again',
      fate: 'retryable',
    });
  }
}

/** Prepares cases with the job `run_cases`, which reads their text and does not run it. */
export function prepareIn(cell: Pick<RepositoryCell, 'run'>): PrepareCases {
  return async (cases, signal) => {
    const request = { action: 'prepare', harness: cases };
    const options = { limits: usualJobLimits, walls: 'strict', signal } as const;
    const { end } = await cell.run({ module: 'run_cases', request }, options);
    // A text that takes so long to read is not Python.
    if (end.kind === 'timed-out' || end.kind === 'memory-limit') {
      return { kind: 'unreadable', why: 'It is too large to be read.' };
    }
    if (end.kind !== 'finished') throw new CasesNotPreparedError(cases.target, end.kind);
    const told = Answer.parse(end.record);
    if ('error' in told) return { kind: 'unreadable', why: told.error.message };
    return { kind: 'prepared', prepared: told.prepared };
  };
}
