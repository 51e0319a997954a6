import type { z } from 'zod';

import { atATime, numberIn } from '../planning/request-members';
import type { RequestOption } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

interface TriesOptions {
  readonly times: RequestOption & { readonly schema: z.ZodDefault<ReturnType<typeof numberIn>> };
  readonly concurrency: RequestOption & { readonly schema: z.ZodDefault<typeof atATime> };
  readonly fresh: typeof runOptions.fresh;
}

/** Options of the runs that try each patch several times. @param most tries */
export function triesOptions({
  most,
  times,
  concurrency,
}: {
  readonly most: number;
  readonly times: string;
  readonly concurrency: string;
}): TriesOptions {
  return {
    times: {
      schema: numberIn({ least: 1, most, whole: true }).default(3),
      value: '<k>',
      help: times,
    },
    concurrency: { schema: atATime.default(2), value: '<n>', help: concurrency },
    fresh: runOptions.fresh,
  };
}
