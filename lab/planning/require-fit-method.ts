import { UsageError } from '../../core/errors/errors';
import { kindOfMethod } from '../../core/kinds/kinds';
import { methods } from '../../core/search/methods';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { CheckedRequest } from './run-request';
import { shownIds } from './shown-ids';

/** Methods that make patches work on issues of repositories alone; a dialogue has no place for a repository. @throws UsageError (`METHOD_UNFIT`) */
export function requireFitMethod(
  { method }: Pick<CheckedRequest, 'method'>,
  problems: readonly string[],
  rows: readonly DatasetProblem[],
): void {
  const chosen = new Set(problems);
  const fits = fitOf(method);
  const unfit = rows
    .map(({ problem }) => problem)
    .filter((problem) => chosen.has(problem.id) && !fits.kind(problem.kind === 'patch'));
  if (unfit.length === 0) return;
  throw new UsageError(
    `--method ${method} ${fits.words}: ${shownIds(unfit.map(({ id }) => id))}`,
    fits.remedy,
    { code: 'METHOD_UNFIT' },
  );
}

interface Fit {
  readonly kind: (isPatch: boolean) => boolean;
  readonly words: string;
  readonly remedy: string;
}

function fitOf(method: string): Fit {
  if (methods.get(method)?.patchesOnly === true) {
    return {
      kind: (isPatch) => isPatch,
      words: 'works on issues of repositories, and these problems have no repository',
      remedy: 'Choose another --method, or a --dataset of repository tasks (docs/tasks.md)',
    };
  }
  return {
    kind: (isPatch) => !isPatch || kindOfMethod(method) === 'search',
    words: 'does not work on issues of repositories',
    remedy: 'Choose another --method: docs/methods/README.md has the list',
  };
}

/** Refuses a rule for the answer of a method that has its own. @throws UsageError (`OPTION_OF_OTHER_KIND`) */
export function refuseAnswerRule({ method, answer }: CheckedRequest): void {
  if (answer === undefined || methods.get(method)?.ownAnswer !== true) return;
  throw new UsageError(
    `--answer means nothing for --method ${method}, which chooses its answer by its own rule`,
    'Leave it out, or choose another --method',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}
