import { atATime, numberIn } from '../planning/request-members';
import type { RequestOptions } from '../planning/request-options';
import { runOptions } from '../planning/run-options';

/** Options of the runs that try each patch several times. @param most tries */
export function triesOptions({
  most,
  times,
  concurrency,
}: {
  readonly most: number;
  readonly times: string;
  readonly concurrency: string;
}) {
  return {
    times: {
      schema: numberIn({ least: 1, most, whole: true }).default(3),
      value: '<k>',
      help: times,
    },
    concurrency: { schema: atATime.default(2), value: '<n>', help: concurrency },
    fresh: runOptions.fresh,
  } as const satisfies RequestOptions;
}
