import type { EngineConnection } from '../../client';
import type { AttemptRecord, CallRecord } from '../../core/ports/records';
import type { SearchNode } from '../../core/schemas/search';
import type { SearchState } from '../../core/search/method';
import { callsOfSearches } from '../../core/work/of-kind';
import { attemptWorkflowId } from '../../core/workflow-ids';
import { terminalLine } from '../../report/terminal-safe';
import { drawTree } from '../../report/tree-lines';
import type { CommandContext } from '../../cli/command-context';

/** A search under way, as its workflow tells it. */
export interface LiveSearch {
  readonly state: SearchState;
  /** Why it is paused; null while it is not. */
  readonly paused: string | null;
}

const answerWithinMs = 5_000;

/** The search of an attempt that has not ended; null when nothing answers for it. Starts nothing. */
export async function readLiveSearch(
  context: CommandContext,
  { run, problem, sample }: Pick<AttemptRecord, 'run' | 'problem' | 'sample'>,
): Promise<LiveSearch | null> {
  const { engineStatus } = await import('../../engine/index.js');
  const { settings, folder } = context;
  const status = await engineStatus({
    state: folder,
    address: settings.TEMPORAL_ADDRESS,
    namespace: settings.TEMPORAL_NAMESPACE,
  });
  if (status.kind !== 'running' && status.kind !== 'external') return null;
  const { address, namespace } = status;
  const { connectEngine } = await import('../../client/index.js');
  try {
    const local = status.kind === 'running';
    const connected = await connectEngine({ address, namespace, local });
    try {
      return await askSearch(connected.client, attemptWorkflowId(run, problem, sample));
    } finally {
      await connected.close();
    }
  } catch {
    return null;
  }
}

/** Null when no worker answers soon, or the search is not there (not begun, ended). */
export async function askSearch(
  client: EngineConnection,
  attemptId: string,
): Promise<LiveSearch | null> {
  const { queryTree } = await import('../../client/index.js');
  const giveUp = new Promise<null>((resolve) =>
    setTimeout(() => {
      resolve(null);
    }, answerWithinMs).unref(),
  );
  return Promise.race([queryTree(client, attemptId).catch(() => null), giveUp]);
}

/** One line a node, for a tree that grows on a screen: what its tests said, what the critic decided, its idea. */
export function searchLines(state: SearchState, calls: readonly CallRecord[]): readonly string[] {
  const waiting = state.frontier.length;
  const beginning = state.nodes.length === 0 && state.finish === null;
  return [
    ...(beginning ? [`strategies · ${workText(calls, 'root') ?? 'to be asked for'}`] : []),
    ...drawTree(state.nodes, (node) => [nodeLine(node, state, calls)]),
    ...(waiting > 0 ? [`${String(waiting)} waiting to be explored`] : []),
    ...(state.finish === null ? [] : [`search ended: ${state.finish}; hidden tests running`]),
  ];
}

function nodeLine(node: SearchNode, state: SearchState, calls: readonly CallRecord[]): string {
  const idea = node.reflection ?? node.strategy;
  const parts = [
    node.id,
    verdictText(node, state, calls),
    ...(node.decision === null ? [] : [node.decision]),
    ...(node.steered === null ? [] : [`${node.steered} by hand`]),
    ...(idea === null ? [] : [terminalLine(idea.excerpt)]),
  ];
  return parts.join(' · ');
}

function verdictText(node: SearchNode, state: SearchState, calls: readonly CallRecord[]): string {
  if (node.visible !== null) {
    const { kind, passed, total } = node.visible;
    return `${kind} ${String(passed)}/${String(total)}`;
  }
  if (state.inFlight?.node !== node.id) return 'no program';
  return workText(calls, node.id) ?? 'being made';
}

/** What the making of a node is at, told by its last call; null before the first. */
function workText(calls: readonly CallRecord[], node: string): string | null {
  const last = callsOfSearches(calls)
    .filter((call) => call.node === node)
    .at(-1);
  if (last === undefined) return null;
  if (last.state === 'sent') return `asking: ${last.role}`;
  return last.role === 'solver' || last.role === 'debugger' ? 'running visible tests' : 'deciding';
}
