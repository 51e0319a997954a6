import type { GradedHarness } from '../../schemas/environment-harness';
import type { Instance } from '../../schemas/environment-instance';
import type { HarnessHidden, HarnessProblem } from './harness';
import { retrieved } from '../../repository/retrieval';
import type { RetrievalMode } from '../../names/retrieval-modes';

/** R2E's bound of what is shown beside a definition. */
export const mostContextTokens = 6_000;

export interface InstanceOptions {
  /** Name of the data set. */
  readonly dataset: string;
  readonly retrieval: RetrievalMode;
  /** Of the context. */
  readonly tokens: number;
  readonly countTokens: (text: string) => number;
  /** Cases that are shown: examples of the docstring, or some of the harness where that is told. */
  readonly shown: HarnessProblem['visibleTests'];
}

export function problemOf(instance: Instance, options: InstanceOptions): HarnessProblem {
  const { id, definition, environment, contexts, harness } = instance;
  const { className, name, module, qualname } = definition;
  return {
    ...{ kind: 'harness', id, dataset: options.dataset, className, name, module, qualname },
    statement: definition.stub,
    context: retrieved(options.retrieval, contexts, definition.path, options),
    environment: environment.sha256,
    policy: harness.policy,
    visibleTests: [...options.shown],
  };
}

/** An instance as a row of a data set: what is asked, and what grades it. */
export function rowOf(
  instance: Instance,
  { parts, shown }: GradedHarness,
  options: Omit<InstanceOptions, 'shown' | 'tokens'>,
): { readonly problem: HarnessProblem; readonly hidden: HarnessHidden } {
  return {
    problem: problemOf(instance, { ...options, tokens: mostContextTokens, shown }),
    hidden: { kind: 'harness', harness: instance.graded, parts },
  };
}
