import { assertNever } from '../values/assert-never';
import { EspalierError } from '../errors/errors';
import { wordsRoles } from '../names/roles';
import type { Critique, VisibleResult } from '../schemas/search';
import type { SearchOutcome } from '../kinds/search/schema';
import type { VerdictKind } from '../schemas/verdict';
import { critiqueTask, judge } from '../search/judge';
import { judgedEvent } from '../search/judged-event';
import type { JudgedExpansion } from '../search/judged-event';
import type { Expansion, Method, MethodConfig, SearchAction, SearchEvent } from '../search/method';
import { outcomeOf, programOf } from '../kinds/search/outcome';
import { wantsReflections } from '../search/wants-reflections';
import type { AttemptWorld, KnownProgram } from './attempt-world';

/** What a search has come to that nobody ran. */
export interface SimulatedAttempt {
  readonly outcome: SearchOutcome;
  /** Of the answer; `no-program` without one. */
  readonly verdict: VerdictKind;
  /** Questions that the agents were asked. */
  readonly questions: number;
  /** Of those, whether a program that passes the visible tests is right. */
  readonly verifications: number;
}

/** More steps than any search of 100 programs takes: a machine that comes to no end is a fault of ours. */
const mostSteps = 10_000;

/** No words are kept where none are read. */
const silence = { sha256: '0'.repeat(64), excerpt: '' };

/**
 * One method on one problem, carried out at once: the machine that the workflow `solveProblem` drives, and the steps of
 * `expandNode` in their order, with answers and verdicts that are known beforehand. A pure function.
 * @throws EspalierError (`SIMULATION_ENDLESS`) for a machine that comes to no end
 */
export function simulateAttempt(
  method: Method,
  config: MethodConfig,
  world: AttemptWorld,
): SimulatedAttempt {
  const told = { questions: 0, verifications: 0 };
  const known = new Map<string, KnownProgram>();
  let state = method.start(config);
  for (let step = 0; step < mostSteps; step += 1) {
    const action = method.next(state);
    if (action.kind === 'finish') {
      const outcome = outcomeOf(state);
      const answer = programOf(outcome, outcome.answer);
      const verdict = (answer === null ? undefined : known.get(answer)?.hidden) ?? 'no-program';
      return { outcome, verdict, ...told };
    }
    if (action.kind === 'expand') {
      const { expansion } = action;
      state = method.apply(state, { kind: 'node-scheduled', expansion });
      const solution = world.program(expansion.ordinal, parentOf(expansion));
      if (solution !== null) known.set(solution.program, solution);
      state = method.apply(state, judgedEvent(expand(expansion, solution, { world, told })));
    } else {
      told.questions += 1;
      state = method.apply(state, answered(action, world));
    }
  }
  throw new EspalierError(`method ${method.name} comes to no end in a simulation`, {
    code: 'SIMULATION_ENDLESS',
    remedy: 'Report it with the command that was used',
  });
}

/** What an agent says between nodes (`workflows/search/ask-between-nodes.ts`); what a plan says, and how sure its maker is, decides nothing. */
function answered(
  action: Exclude<SearchAction, { kind: 'expand' | 'finish' }>,
  world: AttemptWorld,
): SearchEvent {
  const told = { calls: [], neutral: [] };
  switch (action.kind) {
    case 'propose-strategies': {
      const earlier = action.again?.earlier.length ?? 0;
      const strategies = world.strategies(action.atMost, earlier);
      return { kind: 'strategies-proposed', strategies, ...told };
    }
    case 'recall-problems':
      return { kind: 'problems-recalled', examples: world.examples(action.atMost), ...told };
    case 'make-plan': {
      const { example } = action;
      const plan = { example, plan: example ?? silence, confidence: 0 };
      return { kind: 'plan-made', plan, ...told };
    }
    case 'reflect': {
      const { node, reflect } = action.expansion;
      const reflections = world.reflections(reflect.atMost);
      return { kind: 'node-reflected', node, reflections, ...told };
    }
    default:
      return assertNever(action);
  }
}

function parentOf({ generator, parentProgram }: Expansion): string | null {
  return generator === 'debugger' ? parentProgram : null;
}

interface Telling {
  readonly world: AttemptWorld;
  /** Counted up. */
  readonly told: { questions: number; verifications: number };
}

/** The steps of `workflows/search/expand-node.ts`, whose answers are known. */
function expand(
  expansion: Expansion,
  solution: KnownProgram | null,
  { world, told }: Telling,
): JudgedExpansion {
  told.questions += 1;
  const program = solution?.program ?? null;
  const visible: VisibleResult = {
    ...(solution?.visible ?? { kind: 'no-program', passed: 0, total: world.visibleTests }),
    feedback: silence,
    timeSensitive: false,
  };
  const task = critiqueTask(expansion, visible, program);
  const critique = critiqueOf(task, program, world);
  if (task !== 'none') told.questions += 1;
  if (task === 'verification') told.verifications += 1;
  if (program !== null) told.questions += wordsRoles.length;
  const { score, decision } = judge({ expansion, visible, program, critique });
  const reflects =
    program !== null && wantsReflections(expansion, decision, visible.kind === 'passed');
  if (reflects) told.questions += 1;
  const made = { program, visible, critique, score, calls: [], neutral: [] };
  const reflections = reflects ? world.reflections(expansion.reflect.atMost) : [];
  return { made, decision, reflections };
}

function critiqueOf(
  task: ReturnType<typeof critiqueTask>,
  program: string | null,
  world: AttemptWorld,
): Critique {
  if (program === null) return { kind: 'none' };
  const said = { words: silence, neutral: false };
  switch (task) {
    case 'none':
      return { kind: 'none' };
    case 'score':
      return { kind: 'score', score: world.marks(program), ...said };
    case 'verification':
      return { kind: 'verification', accepted: world.accepts(program), ...said };
    default:
      return assertNever(task);
  }
}
