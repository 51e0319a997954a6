import type { Critique, Decision, VisibleResult } from '../schemas/search';
import { EspalierError } from '../errors/errors';
import type { CriticRules, Expansion } from './method';
import { passedVisible } from './tree';

const fullMarks = 5;

export interface Judgement {
  /** Passed fraction + critic's marks / 15 (CodeTree eq. 7); 0 without a program. */
  readonly score: number;
  /** null: the method has no critic. */
  readonly decision: Decision | null;
}

export interface JudgedNode {
  readonly expansion: Expansion;
  readonly visible: VisibleResult;
  /** null: the reply held no code. */
  readonly program: string | null;
  readonly critique: Critique;
}

/** One division of whole numbers, so that equal scores are equal numbers: 2/5 + 3/15 is not 3/5 in floating point. */
function scoreOf({ passed, total }: VisibleResult, marks: number): number {
  return (15 * passed + marks * total) / (15 * total);
}

/** The question to the critic about a node whose visible tests have run. */
export function critiqueTask(
  { critic, depth, maxDepth }: Expansion,
  visible: VisibleResult,
  program: string | null,
): 'score' | 'verification' | 'none' {
  if (critic === null || program === null) return 'none';
  if (passedVisible(visible)) return critic.verification ? 'verification' : 'none';
  // At the deepest level a failing node is aborted, whatever its score of the critic.
  return critic.scoring && depth < maxDepth ? 'score' : 'none';
}

function missing(wanted: string, { node }: Expansion): EspalierError {
  return new EspalierError(`node ${node} is judged without the critic's ${wanted}`, {
    code: 'CRITIQUE_MISSING',
    remedy: 'Ask the critic what `critiqueTask` says, then judge',
  });
}

function judgePassing(node: JudgedNode, critic: CriticRules): Judgement {
  const { expansion, visible, critique } = node;
  const score = scoreOf(visible, critic.scoring ? fullMarks : 0);
  if (!critic.verification) return { score, decision: 'accept' };
  if (critique.kind !== 'verification') throw missing('verification', expansion);
  if (critique.accepted) return { score, decision: 'accept' };
  if (expansion.depth < expansion.maxDepth) return { score, decision: 'refine' };
  return { score, decision: expansion.parentPassedAll ? 'accept' : 'abort' };
}

function judgeFailing(node: JudgedNode, critic: CriticRules): Judgement {
  const { expansion, visible, critique } = node;
  const { depth, maxDepth } = expansion;
  // The root counts as a parent with score 0, as in the code of the authors.
  const parentScore = expansion.parentScore ?? 0;
  if (depth >= maxDepth) return { score: scoreOf(visible, 0), decision: 'abort' };
  if (critic.scoring && critique.kind !== 'score') throw missing('score', expansion);
  const marks = critique.kind === 'score' && critic.scoring ? critique.score : 0;
  const score = scoreOf(visible, marks);
  if (!critic.abort || score > parentScore) {
    return { score, decision: 'refine' };
  }
  // Without a score of the critic, the depth cannot be weighed. Only a lower score prunes.
  const prune = score < parentScore || (critic.scoring && depth > marks);
  return { score, decision: prune ? 'abort' : 'refine' };
}

/**
 * Score and decision of a made node (CodeTree §3.4, and §4.4 for the ablations).
 * - no program: score 0, abort
 * - passes the visible tests: score 1 + 5/15; the verification's yes accepts; its no refines, and at the deepest
 *   level accepts if the parent passed too, else aborts
 * - fails them: at the deepest level the passed fraction p, abort; above, p + s/15 with the critic's s, and abort
 *   when that is below the parent's, or equals it while the depth exceeds s; else refine. At depth 1 the parent's
 *   score is 0: a strategy whose program passes nothing and gets no marks is aborted
 * - without verification a passing node is accepted; without abort only the depth prunes; without scoring the
 *   score is p and only a score below the parent's prunes
 * @throws EspalierError `CRITIQUE_MISSING` when the critic was not asked what `critiqueTask` says.
 */
export function judge(node: JudgedNode): Judgement {
  const { expansion, visible, program } = node;
  const { critic } = expansion;
  if (program === null) return { score: 0, decision: critic === null ? null : 'abort' };
  if (critic === null) return { score: scoreOf(visible, 0), decision: null };
  return passedVisible(visible) ? judgePassing(node, critic) : judgeFailing(node, critic);
}
