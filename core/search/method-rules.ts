import type { SearchNode } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { CriticRules, Expansion, MethodConfig, SearchState } from './method';

/** What makes one method differ from another; `createMethod` supplies the rest. */
export interface MethodRules {
  readonly name: string;
  /** The Thinker is asked first; otherwise the search begins with one solution of the bare problem. */
  readonly asksStrategies: boolean;
  /** The method generates this many programs at most, whatever the budget. */
  readonly mostPrograms?: number;
  readonly style: Expansion['style'];
  /** Of Solver and Debugger. */
  readonly temperature: number;
  readonly critic: CriticRules | null;
  /** When the Thinker reflects on a made node, while there is budget left to use a reflection. */
  readonly reflectWhen: Expansion['reflect']['when'];
  /** Most reflections a node. */
  readonly reflectAtMost: (config: MethodConfig) => number;
  /** A program has just been reserved: the method may put more places on the stack. */
  readonly onScheduled?: (state: SearchState) => SearchState;
  /** A node has just been made: push what follows from it, or finish. */
  readonly onMade: (
    state: SearchState,
    node: SearchNode,
    reflections: readonly TextRef[],
  ) => SearchState;
}
