import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import { RunConfig } from '../../core/schemas/run';
import type { ModelConfig } from '../../core/schemas/run';
import { methodNamed } from '../../core/search/methods';
import type { CheckedRequest } from './run-request';

/** What the names in a request turned out to be. */
export interface ChosenParts {
  readonly dataset: RunConfig['dataset'];
  /** Ids, in data-set order. */
  readonly problems: readonly string[];
  readonly model: ModelConfig;
}

/**
 * The configuration that a request comes to. Its method decides what kind of work it is; all methods there are, are
 * searches.
 * @throws UsageError (`UNKNOWN_METHOD`)
 */
export function runConfig(request: CheckedRequest, chosen: ChosenParts): RunConfig {
  const { budget, seed, samples, temperature, maxTokens, reuse, regrade, fresh } = request;
  return RunConfig.parse({
    ...chosen,
    method: methodNamed(request.method).name,
    ...{ budget, seed, samples },
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    search: {},
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: 'split',
    ...{ reuse, regrade },
    ...(fresh === undefined ? {} : { fresh }),
  });
}
