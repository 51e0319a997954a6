import { createHash } from 'node:crypto';

import { assertNever } from '../../../core/values/assert-never';
import type { VisibleResult } from '../../../core/schemas/search';
import type { TextRef } from '../../../core/schemas/text';
import { critiqueTask, judge } from '../../../core/search/judge';
import type {
  Expansion,
  MadeNode,
  Method,
  MethodConfig,
  SearchAction,
  SearchEvent,
  SearchState,
} from '../../../core/search/method';
import { judgedEvent } from '../../../core/search/judged-event';
import { wantsReflections } from '../../../core/search/wants-reflections';
import { excerptOf } from '../../../core/values/text-excerpt';

/** What the world says of one node: tests passed, the critic's word, the Thinker's reflections. */
export interface NodeScript {
  /** Of `total`, default 4. */
  readonly passed: number;
  readonly total?: number;
  /** Default 3. */
  readonly marks?: number;
  /** Default false. */
  readonly accept?: boolean;
  /** Default: one. */
  readonly reflections?: readonly string[];
  readonly noProgram?: boolean;
  /** Equal for equal patches. Default: none. */
  readonly vote?: string;
}

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
export const ref = (text: string): TextRef => ({ sha256: sha(text), excerpt: excerptOf(text) });
export const defaults: MethodConfig = { budget: 20, maxDepth: 3, width: 10 };

export function visibleOf({ passed, total = 4, noProgram }: NodeScript): VisibleResult {
  const kind = noProgram === true ? 'no-program' : passed === total ? 'passed' : 'failed';
  const feedback = ref(`${String(passed)} of ${String(total)}`);
  return { kind, passed, total, feedback, timeSensitive: false };
}

/** The event that an expansion ends in, by the same steps as the workflow's. */
export function carryOut(expansion: Expansion, script: NodeScript): SearchEvent {
  const program = script.noProgram === true ? null : sha(`program of ${expansion.node}`);
  const visible = visibleOf(script);
  const words = ref('words');
  const task = critiqueTask(expansion, visible, program);
  const critique =
    task === 'score'
      ? { kind: task, score: script.marks ?? 3, words, neutral: false }
      : task === 'verification'
        ? { kind: task, accepted: script.accept ?? false, words, neutral: false }
        : { kind: task };
  const { score, decision } = judge({ expansion, visible, program, critique });
  const { vote } = script;
  const voted = vote === undefined ? {} : { vote };
  const made: MadeNode = { program, ...voted, visible, critique, score, calls: [], neutral: [] };
  const asked =
    program !== null && wantsReflections(expansion, decision, visible.kind === 'passed');
  const wanted = script.reflections ?? [`after ${expansion.node}`];
  const reflections = asked ? wanted.slice(0, expansion.reflect.atMost).map(ref) : [];
  return judgedEvent({ made, decision, reflections });
}

export function proposal(...strategies: string[]): SearchEvent {
  return { kind: 'strategies-proposed', strategies: strategies.map(ref), calls: [], neutral: [] };
}

export interface Played {
  readonly state: SearchState;
  readonly events: readonly SearchEvent[];
  readonly expansions: readonly Expansion[];
}

export interface World {
  readonly strategies: readonly string[];
  /** By ordinal; the last one stands for all after it. */
  readonly nodes: readonly NodeScript[];
  readonly config?: Partial<MethodConfig>;
}

/** What the agents say to a question that belongs to no node in the making. */
export function answerTo(
  action: Exclude<SearchAction, { kind: 'expand' | 'finish' }>,
  { strategies, nodes }: Pick<World, 'strategies' | 'nodes'>,
): SearchEvent {
  switch (action.kind) {
    case 'propose-strategies':
      return proposal(...strategies);
    case 'recall-problems': {
      const examples = strategies.slice(0, action.atMost).map((name) => ref(`like ${name}`));
      return { kind: 'problems-recalled', examples, calls: [], neutral: [] };
    }
    case 'make-plan': {
      const { example } = action;
      const plan = { example, plan: ref(`plan ${example?.excerpt ?? 'alone'}`), confidence: 50 };
      return { kind: 'plan-made', plan, calls: [], neutral: [] };
    }
    case 'reflect': {
      const { node, ordinal, reflect } = action.expansion;
      const wanted = nodes[Math.min(ordinal, nodes.length - 1)]?.reflections ?? [`after ${node}`];
      const reflections = wanted.slice(0, reflect.atMost).map(ref);
      return { kind: 'node-reflected', node, reflections, calls: [], neutral: [] };
    }
    default:
      return assertNever(action);
  }
}

/** Plays a method to its end against a scripted world. */
export function play(method: Method, { strategies, nodes, config }: World): Played {
  let state = method.start({ ...defaults, ...config });
  const events: SearchEvent[] = [];
  const expansions: Expansion[] = [];
  const apply = (event: SearchEvent): void => {
    events.push(event);
    state = method.apply(state, event);
  };
  for (let steps = 0; steps < 10_000; steps += 1) {
    const action = method.next(state);
    if (action.kind === 'finish') return { state, events, expansions };
    if (action.kind !== 'expand') apply(answerTo(action, { strategies, nodes }));
    else {
      const { expansion } = action;
      expansions.push(expansion);
      apply({ kind: 'node-scheduled', expansion });
      const script = nodes[Math.min(expansion.ordinal, nodes.length - 1)];
      if (script === undefined) throw new Error('the world has no nodes');
      apply(carryOut(expansion, script));
    }
  }
  throw new Error(`${method.name} does not end`);
}

/** Where each node hangs, as `strategy` or `parent>reflection`, in ordinal order. */
export function shapeOf({ state }: Played): readonly string[] {
  return state.nodes.map(({ parent, strategy, reflection }) =>
    parent === null ? (strategy?.excerpt ?? '-') : `${parent}>${reflection?.excerpt ?? '-'}`,
  );
}
