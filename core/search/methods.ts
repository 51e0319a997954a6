import { UsageError } from '../errors/errors';
import { agentless } from './agentless';
import { bashAgent } from './bash-agent/bash-agent';
import { bashAgentVote } from './bash-agent/bash-agent-vote';
import { cot } from './baselines/cot';
import { direct } from './baselines/direct';
import { mapCoder } from './baselines/map-coder';
import { reflexion } from './baselines/reflexion';
import { resample } from './baselines/resample';
import { strategyList } from './baselines/strategy-list';
import { codeTree } from './code-tree';
import { codeTreeBfs } from './code-tree-bfs';
import { codeTreeDfs } from './code-tree-dfs';
import { codeTreeNoAbort, codeTreeNoScoring, codeTreeNoVerification } from './code-tree-ablations';
import type { Method } from './method';

/** Every search method there is, by name. A new one is one file and one line here. */
export const methods: ReadonlyMap<string, Method> = new Map(
  [
    codeTree,
    codeTreeNoVerification,
    codeTreeNoAbort,
    codeTreeNoScoring,
    codeTreeBfs,
    codeTreeDfs,
    direct,
    cot,
    reflexion,
    resample,
    strategyList,
    mapCoder,
    agentless,
    bashAgent,
    bashAgentVote,
  ].map((method) => [method.name, method]),
);

export const searchMethodNames: readonly string[] = [...methods.keys()];

/** Methods that can make several programs at a time. */
export const independentMethodNames: readonly string[] = [...methods.values()]
  .filter(({ independent }) => independent)
  .map(({ name }) => name);

/** Methods whose programs are made by an agent with a shell. */
export const shellMethodNames: readonly string[] = [...methods.values()]
  .filter(({ style }) => style === 'shell')
  .map(({ name }) => name);

/** Methods of which a simulation has answers: no bank knows what an agent with a shell reads, or where an issue is. */
export const simulatedMethodNames: readonly string[] = [...methods.values()]
  .filter(({ patchesOnly }) => !patchesOnly)
  .map(({ name }) => name);

/** @throws UsageError naming the known methods, when `name` is not one. */
export function methodNamed(name: string): Method {
  const method = methods.get(name);
  if (method !== undefined) return method;
  throw unknownMethod(name, searchMethodNames);
}

export function unknownMethod(name: string, known: readonly string[]): UsageError {
  return new UsageError(
    `unknown method ${JSON.stringify(name.slice(0, 100))}`,
    `Choose one of: ${known.join(', ')}`,
    { code: 'UNKNOWN_METHOD' },
  );
}
