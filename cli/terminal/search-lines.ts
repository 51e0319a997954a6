import type { CallRecord } from '../../core/ports/records';
import { writesProgram } from '../../core/names/roles';
import type { SearchNode } from '../../core/schemas/search';
import type { SearchState } from '../../core/search/method';
import type { LiveSearch } from '../../lab/runs/live-search';
import { callsOfSearches } from '../../core/kinds/of-kind';
import { terminalLine } from '../../report/terminal-safe';
import { drawTree } from '../../report/draw-tree';

/** One line a node, for a tree that grows on a screen: what its tests said, what the critic decided, its idea. */
export function searchLines(
  { state, ahead }: Pick<LiveSearch, 'state' | 'ahead'>,
  calls: readonly CallRecord[],
): readonly string[] {
  const waiting = state.frontier.length + (state.toReflect?.length ?? 0);
  const beginning = state.nodes.length === 0 && state.finish === null;
  const first = state.recalled === undefined ? 'strategies' : 'plans';
  return [
    ...(beginning ? [`${first} · ${workText(calls, 'root') ?? 'to be asked for'}`] : []),
    ...drawTree(state.nodes, (node) => [nodeLine(node, state, calls)]),
    ...ahead.map(
      (node) => `${node} · ahead of its turn · ${workText(calls, node) ?? 'being made'}`,
    ),
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
  return writesProgram(last.role) ? 'running visible tests' : 'deciding';
}
