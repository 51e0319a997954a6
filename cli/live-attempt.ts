import { connectEngine, queryTree } from '../client';
import type { AttemptRecord } from '../core/ports/records';
import type { SearchNode } from '../core/schemas/search';
import type { SearchState } from '../core/search/method';
import { attemptWorkflowId } from '../core/workflow-ids';
import { terminalLine } from '../report/terminal-safe';
import { drawTree } from '../report/tree-lines';
import type { CommandContext } from './command-context';

type LiveAttempt = Pick<AttemptRecord, 'run' | 'problem' | 'sample'>;

/** The tree of a search that has not ended, as its workflow tells it; null when nothing answers for it. */
export async function liveAttemptLines(
  context: CommandContext,
  { run, problem, sample }: LiveAttempt,
): Promise<readonly string[] | null> {
  const { engineStatus } = await import('../engine/index.js');
  const { settings, folder } = context;
  const status = await engineStatus({
    state: folder,
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  if (status.kind !== 'running' && status.kind !== 'external') return null;
  const { address, namespace } = status;
  try {
    const connected = await connectEngine({
      address,
      namespace,
      local: status.kind === 'running',
    });
    try {
      const id = attemptWorkflowId(run, problem, sample);
      const view = await queryTree(connected.client, id);
      const head = `${problem} · searching${view.paused === null ? '' : ` · PAUSED: ${view.paused}`}`;
      return [head, ...treeStateLines(view.state)];
    } finally {
      await connected.close();
    }
  } catch {
    return null;
  }
}

/** One line a node: where it hangs, what its tests said, what the critic decided. */
export function treeStateLines(state: SearchState): readonly string[] {
  const waiting = state.frontier.length;
  return [
    ...drawTree(state.nodes, (node) => [nodeLine(node, state)]),
    ...(waiting > 0 ? [`${String(waiting)} waiting to be explored`] : []),
  ];
}

function nodeLine(node: SearchNode, state: SearchState): string {
  const idea = node.reflection ?? node.strategy;
  const parts = [
    node.id,
    verdictText(node, state),
    ...(node.decision === null ? [] : [node.decision]),
    ...(node.steered === null ? [] : [`${node.steered} by hand`]),
    ...(idea === null ? [] : [terminalLine(idea.excerpt)]),
  ];
  return parts.join(' · ');
}

function verdictText(node: SearchNode, state: SearchState): string {
  if (node.visible !== null) {
    const { kind, passed, total } = node.visible;
    return `${kind} ${String(passed)}/${String(total)}`;
  }
  return state.inFlight?.node === node.id ? 'being made' : 'not made';
}
