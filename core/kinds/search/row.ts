import { rolePromptsSha256 } from '../../search/role-prompts-sha256';
import { patchPromptsSha256 } from '../../agents/patch/prompts-sha256';
import type { RunConfig } from '../../schemas/run';
import type { SearchNode } from '../../schemas/search';
import type { TextRef } from '../../schemas/text';
import { methodNamed, methods, searchMethodNames } from '../../search/methods';
import type { TreeShape } from '../../search/tree-shape';
import type { OfKind } from '../of-kind';
import { noText } from '../no-text';
import type { KindRow } from '../work-row';
import { answerPrograms, programOf } from './outcome';

/** Step machines over a tree of programs. */
export const searchRow: KindRow<'search'> = {
  methods: searchMethodNames,
  byMethod: true,
  together: () => 1,
  steering: ['strategy', 'abort', 'accept'],
  scored: true,
  models: ({ model: { thinkerModel, criticModel } }) =>
    [thinkerModel, criticModel].filter((name) => name !== undefined),
  methodText,
  author: () => null,
  identity: (config) => config,
  counts: () => null,
  prompts: ({ prompts }) => prompts,
  promptsSha256: ({ method, prompts, dataset }, sha256) => {
    const ofMethod = rolePromptsSha256(methodNamed(method).roles, prompts.set, sha256);
    return dataset.tasks === 'patch' ? sha256(`${ofMethod} ${patchPromptsSha256}`) : ofMethod;
  },
  answer: (outcome) => programOf(outcome, outcome.answer),
  programs: answerPrograms,
  calls: ({ rootCalls, nodes }) =>
    [...rootCalls, ...nodes.flatMap((node) => node.calls)].map(({ identity }) => identity),
  texts: ({ nodes, strategies, plans = [] }) => [
    ...hashes([...strategies, ...plans.flatMap(({ example, plan }) => [example, plan])]),
    ...nodes.flatMap(nodeTexts),
  ],
  generated: ({ nodes }) => nodes.length,
  // Without a program nothing ran, whatever is recorded as the result.
  shownRuns: ({ nodes }) =>
    nodes.flatMap(({ program, visible }) =>
      program === null || visible === null ? [] : [visible],
    ),
  tabled: (outcome) => {
    const { nodes, speculative } = outcome;
    return {
      ...outcome,
      ...{ nodes: nodes.map(tabledNode), strategies: [], plans: undefined, rootCalls: [] },
      ...(speculative === undefined ? {} : { speculative: speculative.map(tabledNode) }),
    };
  },
  sums: ({ outcome: { nodes, speculative, neutralValues } }) => ({
    several: nodes.length > 1 ? 1 : 0,
    speculative: speculative?.length ?? 0,
    neutralValues,
  }),
  budget: ({ budget }) => ({ most: budget, of: 'program' }),
  place: ({ node }) => node,
  // Node ids are `n` + ordinal.
  ordinal: ({ node }) => Number(node.slice(1)),
};

/** A tree of another shape than its method's usual one is named with that shape: `code-tree-bfs d2w4`. */
function methodText({ method, search }: OfKind<RunConfig, 'search'>): string {
  const shape = methods.get(method)?.shape ?? null;
  if (shape === null || isSame(shape.usual, search)) return method;
  const variant = Object.entries(shape.variants).find(([, one]) => isSame(one, search));
  const { width, maxDepth } = search;
  return `${method} ${variant?.[0] ?? `(depth ${String(maxDepth)}, width ${String(width)})`}`;
}

function isSame(left: TreeShape, right: TreeShape): boolean {
  return left.width === right.width && left.maxDepth === right.maxDepth;
}

function nodeTexts({ program, trajectory, ...node }: SearchNode): readonly string[] {
  const { strategy, reflection, visible, critique, words = {} } = node;
  const told = critique.kind === 'none' ? null : critique.words;
  const texts = [strategy, reflection, visible?.feedback ?? null, told, ...Object.values(words)];
  const own = [program, trajectory].filter((hash) => hash != null);
  return [...own, ...hashes(texts)];
}

function hashes(texts: readonly (TextRef | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : [text.sha256]));
}

function tabledNode(node: SearchNode): SearchNode {
  return {
    ...node,
    strategy: null,
    reflection: null,
    visible: node.visible === null ? null : { ...node.visible, feedback: noText },
    critique: { kind: 'none' },
    words: undefined,
    trajectory: undefined,
    calls: [],
  };
}
