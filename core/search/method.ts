import type { AgentRole } from '../names/roles';
import type { CallRef } from '../schemas/model';
import type { Plan, SearchFinish, SearchNode, VisibleResult } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { AnswerRule, OwnAnswerRule } from '../names/answer-rules';
import type { ShellLimits, ToldShellLimits } from '../agents/shell/shell-limits';
import type { MethodShape, TreeShape } from './tree-shape';

export interface MethodConfig extends TreeShape {
  /** Generated programs, at least 1. */
  readonly budget: number;
  /** Absent: `best`. */
  readonly answer?: AnswerRule | OwnAnswerRule | undefined;
  /** Limits of an agent with a shell. Absent members: the usual ones. */
  readonly shell?: ToldShellLimits | undefined;
}

/** The duties of the critic that a method uses. Each ablation switches one off (paper, table 4). */
export interface CriticRules {
  readonly verification: boolean;
  readonly abort: boolean;
  readonly scoring: boolean;
}

/** How a Solver is asked. `reason-first` is the chain-of-thought baseline; `planned` works from a plan, the Debugger too (MapCoder). */
export const expansionStyles = ['plain', 'reason-first', 'planned'] as const;
export type SolutionStyle = (typeof expansionStyles)[number];

/** Everything `expand-node` needs to make one node; plain data, fixed when it is scheduled. */
export interface Expansion {
  readonly node: string;
  readonly ordinal: number;
  readonly parent: string | null;
  readonly depth: number;
  readonly strategy: TextRef | null;
  readonly reflection: TextRef | null;
  /** `debugger` when there is a parent program to repair. */
  readonly generator: 'solver' | 'debugger';
  /** `shell`: no Solver is asked. An agent with a shell in the repository makes the patch (bash-agent). */
  readonly style: SolutionStyle | 'shell';
  /** Of the style `shell` alone. */
  readonly shell?: ShellLimits;
  readonly temperature: number;
  /** null: this method has no critic. */
  readonly critic: CriticRules | null;
  readonly maxDepth: number;
  /** Result of the parent, for the prompt of the Debugger and the score rules. null at depth 1. */
  readonly parentProgram: string | null;
  readonly parentFeedback: TextRef | null;
  /** Review of the parent by the critic. Absent: an expansion from before it was passed on. */
  readonly parentReview?: TextRef | null;
  readonly parentScore: number | null;
  readonly parentPassedAll: boolean;
  /** When to ask the Thinker for reflections on this node, and for how many. */
  readonly reflect: { readonly when: 'refined' | 'failed' | 'never'; readonly atMost: number };
}

export interface StrategiesWanted {
  readonly atMost: number;
  /** The Thinker has been asked before, so it is asked for others. `ordinal` belongs to the program that waits for them. */
  readonly again?: { readonly earlier: readonly TextRef[]; readonly ordinal: number };
}

export type SearchAction =
  | ({ readonly kind: 'propose-strategies' } & StrategiesWanted)
  /** Similar problems, each with its plan (MapCoder)... */
  | { readonly kind: 'recall-problems'; readonly atMost: number }
  /** ...and a plan made after one of them; null: after none. */
  | { readonly kind: 'make-plan'; readonly example: TextRef | null }
  /** Reflections on an earlier node. `expansion` is the expansion that made it. */
  | {
      readonly kind: 'reflect';
      readonly expansion: Expansion;
      readonly program: string;
      readonly visible: VisibleResult;
    }
  | { readonly kind: 'expand'; readonly expansion: Expansion }
  | { readonly kind: 'finish'; readonly reason: SearchFinish };

export interface MadeNode extends Readonly<
  Pick<
    SearchNode,
    'program' | 'vote' | 'trajectory' | 'visible' | 'critique' | 'words' | 'score' | 'calls'
  >
> {
  /** Roles whose reply stayed unreadable after the repair question. */
  readonly neutral: readonly string[];
}

/** The events of an attempt, in order. Steering events come from a person. */
export type SearchEvent =
  | {
      readonly kind: 'strategies-proposed';
      readonly strategies: readonly TextRef[];
      readonly calls: readonly CallRef[];
      readonly neutral: readonly string[];
    }
  | {
      readonly kind: 'problems-recalled';
      readonly examples: readonly TextRef[];
      readonly calls: readonly CallRef[];
      readonly neutral: readonly string[];
    }
  | {
      readonly kind: 'plan-made';
      readonly plan: Plan;
      readonly calls: readonly CallRef[];
      readonly neutral: readonly string[];
    }
  | {
      readonly kind: 'node-reflected';
      readonly node: string;
      readonly reflections: readonly TextRef[];
      readonly calls: readonly CallRef[];
      readonly neutral: readonly string[];
    }
  /** Reserves the ordinal. From now on the program is spent. */
  | { readonly kind: 'node-scheduled'; readonly expansion: Expansion }
  /** The critic's three words (CodeTree §3.4)... */
  | {
      readonly kind: 'node-refined';
      readonly made: MadeNode;
      readonly reflections: readonly TextRef[];
    }
  | { readonly kind: 'node-aborted'; readonly made: MadeNode }
  | { readonly kind: 'node-accepted'; readonly made: MadeNode }
  /** ...and a node of a method without a critic. */
  | {
      readonly kind: 'node-expanded';
      readonly made: MadeNode;
      readonly reflections: readonly TextRef[];
    }
  | { readonly kind: 'strategy-added'; readonly strategy: TextRef }
  /** Prunes the node and its waiting descendants, in flight or not. */
  | { readonly kind: 'abort-steered'; readonly node: string }
  /** The node must have a program; ends the search. */
  | { readonly kind: 'accept-steered'; readonly node: string }
  | { readonly kind: 'cancelled' };

export interface FrontierItem {
  readonly parent: string | null;
  readonly depth: number;
  readonly strategy: TextRef | null;
  readonly reflection: TextRef | null;
  /** A strategy of a person. It stays above all places that the search adds. */
  readonly added?: true;
}

/** The whole search of one attempt; serialisable, without programs (hashes), carried over continue-as-new. */
export interface SearchState {
  readonly config: MethodConfig;
  /** In ordinal order; a scheduled node is in it without a program until it is made. */
  readonly nodes: readonly SearchNode[];
  /** A stack: the last item is explored next. */
  readonly frontier: readonly FrontierItem[];
  readonly strategies: readonly TextRef[];
  /** The requests before the next program are done: the strategies or plans are there, or the method has none. */
  readonly strategiesAsked: boolean;
  /** Similar problems, as they were recalled; absent: not asked for, or not yet. */
  readonly recalled?: readonly TextRef[];
  /** In the order they were made. */
  readonly plans?: readonly Plan[];
  /** Nodes that wait for reflections. Absent: the method lets no node wait. */
  readonly toReflect?: readonly string[];
  readonly rootCalls: readonly CallRef[];
  readonly inFlight: Expansion | null;
  readonly finish: SearchFinish | null;
  readonly accepted: string | null;
  /** `answers[k]`: the answer after k+1 generated programs. */
  readonly answers: readonly (string | null)[];
  readonly neutralValues: Readonly<Record<string, number>>;
  /** Events applied so far: the place of the next steering entry. */
  readonly events: number;
  readonly steered: boolean;
}

/** A search method as a pure step machine (rules 4): `next`, carry out, `apply`. No clock, random numbers or I/O. */
export interface Method {
  readonly name: string;
  /** null: nothing of its trees is broad or deep. */
  readonly shape: MethodShape | null;
  /** The agents that it may ask, in the order in which a search first meets them. */
  readonly roles: readonly AgentRole[];
  readonly style: Expansion['style'];
  /** It chooses its answer by a rule of its own, so that nobody may name another. */
  readonly ownAnswer: boolean;
  /** Its programs are patches: it works on no other kind of problem. */
  readonly patchesOnly: boolean;
  /** Some expansions do not depend on earlier ones, so `upcoming` may name several. */
  readonly independent: boolean;
  readonly start: (config: MethodConfig) => SearchState;
  readonly next: (state: SearchState) => SearchAction;
  /** The expansion in flight or next, and those that certainly follow unless one of them ends the search. */
  readonly upcoming: (state: SearchState, atMost: number) => readonly Expansion[];
  readonly apply: (state: SearchState, event: SearchEvent) => SearchState;
}
