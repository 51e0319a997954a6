import { executionResult } from '../../core/refinement/feedback/block-words';
import { refineRequest } from '../../core/refinement/requests/refine-request';
import { programTurn } from '../../core/replies/program-turn';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import type { AttemptKey, Store } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import type { SearchNode } from '../../core/schemas/search';
import type { DialogueTurn } from '../../core/schemas/source-row';

/**
 * The path of a search from its root to its answer, as a dialogue: the problem, each program, and after each program but the last what
 * the visible tests and the Thinker said of it.
 * @returns null if the search has no answer
 */
export async function acceptedPath(
  store: Store,
  { dataset }: Pick<RunConfig, 'dataset'>,
  key: AttemptKey,
  { nodes, answer }: SearchOutcome,
): Promise<readonly DialogueTurn[] | null> {
  const path = pathTo(nodes, answer);
  if (path.length === 0 || path.some(({ program }) => program === null)) return null;
  const problem = await store.problems.problem(dataset.sha256, key.problem);
  const asked = refineRequest({ promptSet: 'espalier', problem, rounds: [] });
  const turns: DialogueTurn[] = [
    {
      role: 'user',
      content: asked
        .flatMap(({ role, content }) => (role === 'user' ? [content] : []))
        .join('\n\n'),
    },
  ];
  for (const [place, node] of path.entries()) {
    if (place > 0) turns.push({ role: 'user', content: await wordsBetween(store, path, place) });
    const code = await store.blobs.get(node.program ?? '');
    turns.push({ role: 'assistant', content: programTurn(code).content });
  }
  return turns;
}

function pathTo(nodes: readonly SearchNode[], answer: string | null): readonly SearchNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: SearchNode[] = [];
  for (let at = byId.get(answer ?? ''); at !== undefined; at = byId.get(at.parent ?? '')) {
    path.unshift(at);
  }
  return path;
}

async function wordsBetween(
  { blobs }: Store,
  path: readonly SearchNode[],
  place: number,
): Promise<string> {
  const feedback = path[place - 1]?.visible?.feedback ?? null;
  const reflection = path[place]?.reflection ?? null;
  const words = [
    ...(feedback === null ? [] : [`${executionResult}${await blobs.get(feedback.sha256)}`]),
    ...(reflection === null ? [] : [await blobs.get(reflection.sha256)]),
  ];
  return words.length === 0 ? 'Please improve the program.' : words.join('\n\n');
}
