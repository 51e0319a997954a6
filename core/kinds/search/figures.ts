import type { CallPurpose, RunConfig } from '../../schemas/run';
import type { SearchNode } from '../../schemas/search';
import type { TextRef } from '../../schemas/text';
import type { OfKind } from '../../work/of-kind';
import { noText } from '../no-text';
import type { KindFigures } from '../work-row';
import { answerPrograms, programOf } from './outcome';
import type { SearchOutcome } from './schema';

export const searchFigures: KindFigures<
  OfKind<RunConfig, 'search'>,
  SearchOutcome,
  OfKind<CallPurpose, 'search'>
> = {
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

function nodeTexts({ program, ...node }: SearchNode): readonly string[] {
  const { strategy, reflection, visible, critique, words = {} } = node;
  const told = critique.kind === 'none' ? null : critique.words;
  const texts = [strategy, reflection, visible?.feedback ?? null, told, ...Object.values(words)];
  return program === null ? hashes(texts) : [program, ...hashes(texts)];
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
    calls: [],
  };
}
