import type { AttemptRecord } from '../../core/ports/records';
import { searchOutcome } from '../../core/kinds/of-kind';

/** The ended attempt that shows search best: a failing node refined into a solution, few nodes, then the first. null: none */
export function instructiveAttempt(attempts: readonly AttemptRecord[]): AttemptRecord | null {
  let best: AttemptRecord | null = null;
  for (const attempt of attempts) {
    if (worth(attempt) > (best === null ? 0 : worth(best))) best = attempt;
  }
  return best;
}

function worth({ result }: AttemptRecord): number {
  const search = searchOutcome(result);
  if (search === null || search.nodes.length === 0) return 0;
  const { nodes } = search;
  const answer = nodes.find(({ id }) => id === search.answer);
  const refined = result?.solved === true && (answer?.depth ?? 1) > 1 ? 1000 : 0;
  const solved = result?.solved === true ? 100 : 0;
  return refined + solved + (nodes.length > 1 ? 60 : 45) - Math.min(nodes.length, 40);
}
