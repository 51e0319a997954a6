import type { SearchNode } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { OwnAnswerRule } from '../names/answer-rules';
import type { CriticRules, Expansion, MethodConfig, SearchState } from './method';
import type { MethodShape } from './tree-shape';

/** Where a node is made. */
export type Placed = Pick<SearchNode, 'ordinal' | 'parent' | 'depth' | 'strategy' | 'reflection'>;

/** The rules of one method. `createMethod` adds the rest. */
export interface MethodRules {
  readonly name: string;
  /** `nothing`: the search begins with a solution, without strategies or plans. */
  readonly asks: 'strategies' | 'plans' | 'nothing';
  /** null: its trees have neither width nor depth. */
  readonly shape: MethodShape | null;
  /** Maximum number of programs of the method, whatever the budget. */
  readonly mostPrograms?: number;
  readonly style: Expansion['style'];
  /** Temperature of Solver and Debugger, or that of a place in the tree. */
  readonly temperature: number | ((state: SearchState, place: Placed) => number);
  readonly critic: CriticRules | null;
  /** When the Thinker reflects on a node, while the budget can use a reflection. */
  readonly reflectWhen: Expansion['reflect']['when'];
  /** If a parent has a program, the Debugger repairs it. Otherwise the Solver writes a new program. */
  readonly repairs: boolean;
  readonly reflectAtMost: (config: MethodConfig) => number;
  /** Places are explored whatever earlier programs come to: `onMade` adds no place. Default: it may. */
  readonly independent?: true;
  /** The rule by which it answers, whatever the run says. Default: the rule of the run. */
  readonly answer?: OwnAnswerRule;
  /** It makes patches, and works on no other kind of problem. Default: it works on every kind. */
  readonly patchesOnly?: true;
  /** Maximum number of strategies to request now. Default: the width. */
  readonly strategiesAtMost?: (state: SearchState) => number;
  /** Called when a program has been reserved. The method may add places to the stack or request further strategies. */
  readonly onScheduled?: (state: SearchState) => SearchState;
  /** The node whose turn it is among the nodes that wait for reflections, when no place waits. null: none. */
  readonly reflectNext?: (waiting: readonly SearchNode[]) => SearchNode | null;
  /** Called when a node has been made: push the places that follow from it, or finish. */
  readonly onMade: (
    state: SearchState,
    node: SearchNode,
    reflections: readonly TextRef[],
  ) => SearchState;
}
