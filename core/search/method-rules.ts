import type { SearchNode } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { CriticRules, Expansion, MethodConfig, SearchState } from './method';
import type { MethodShape } from './tree-shape';

/** What makes one method differ from another; `createMethod` supplies the rest. */
export interface MethodRules {
  readonly name: string;
  /**
   * What is asked for before the first program: the Thinker's strategies, or plans made after similar problems; `nothing`:
   * the search begins with one solution of the bare problem.
   */
  readonly asks: 'strategies' | 'plans' | 'nothing';
  /** null: nothing of its trees is broad or deep. */
  readonly shape: MethodShape | null;
  /** The method generates this many programs at most, whatever the budget. */
  readonly mostPrograms?: number;
  readonly style: Expansion['style'];
  /** Of Solver and Debugger. */
  readonly temperature: number;
  readonly critic: CriticRules | null;
  /** When the Thinker reflects on a made node, while there is budget left to use a reflection. */
  readonly reflectWhen: Expansion['reflect']['when'];
  /** A program whose parent has one is a repair of that, by the Debugger; otherwise the Solver writes each. */
  readonly repairs: boolean;
  /** Most reflections a node. */
  readonly reflectAtMost: (config: MethodConfig) => number;
  /**
   * What waits on the stack is explored whatever becomes of the programs before it, unless that ends the search: `onMade` puts
   * nothing there. Default: it may.
   */
  readonly independent?: true;
  /** Most strategies that are asked for now. Default: the width. */
  readonly strategiesAtMost?: (state: SearchState) => number;
  /** A program has just been reserved: the method may put more places on the stack, or have strategies asked for again. */
  readonly onScheduled?: (state: SearchState) => SearchState;
  /** Of the nodes that wait for reflections, the one whose turn it is now that nothing else waits; null: none. */
  readonly reflectNext?: (waiting: readonly SearchNode[]) => SearchNode | null;
  /** A node has just been made: push what follows from it, or finish. */
  readonly onMade: (
    state: SearchState,
    node: SearchNode,
    reflections: readonly TextRef[],
  ) => SearchState;
}
