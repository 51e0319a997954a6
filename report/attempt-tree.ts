import type { AttemptResult, BlobStore, CallRecord } from '../core/ports/records';
import type { Critique, Plan, SearchNode } from '../core/schemas/search';
import type { SearchOutcome } from '../core/kinds/search/schema';
import type { TextRef } from '../core/schemas/text';
import { speculativeApart } from '../core/metrics/speculative-calls';
import { callsOfSearches } from '../core/kinds/of-kind';
import { hasNotBegun, levelFacts } from './assurance';
import { attemptHead, openLines } from './attempt-head';
import { callSumText } from './call-sum';
import type { LoadedAttempt } from './load-attempts';
import { countText } from '../core/words/plural';
import { trajectoryLines } from './patches/shell-trajectories';
import { quoteText } from './quote-text';
import { terminalLine } from './terminal-safe';
import { drawTree } from './draw-tree';

/** What the first line of a search that has ended says beside its status. */
export function searchHeadFacts(result: AttemptResult<SearchOutcome>): readonly string[] {
  const { verdict, solved, outcome } = result;
  return [
    ...(verdict === null ? [] : [`${solved ? 'solved' : 'not solved'} (hidden tests: ${verdict})`]),
    // One that was refused has not begun.
    ...(hasNotBegun(result)
      ? []
      : [`search ended: ${outcome.finish}`, `answer: ${outcome.answer ?? 'none'}`]),
    ...levelFacts(result),
    ...(outcome.steered ? ['steered: not comparable'] : []),
  ];
}

/** A search that has ended: its strategies, then each node where it hangs in the tree. */
export async function searchTreeLines(
  blobs: BlobStore,
  loaded: LoadedAttempt,
  { nodes, strategies, plans, answer, speculative = [] }: SearchOutcome,
): Promise<readonly string[]> {
  const { attempt, calls } = loaded;
  const apart = speculativeApart([attempt], calls);
  const counted = { attempt, calls: apart.counted };
  return [
    ...rootLines({ strategies, plans }, calls),
    ...(await drawnNodes(blobs, nodes, { loaded: counted, answer, inFlight: null })),
    ...(await speculativeLines(blobs, speculative, { attempt, calls: apart.speculative })),
  ];
}

/** What was made ahead of a turn that never came, as a list: nothing of it is in the tree. */
async function speculativeLines(
  blobs: BlobStore,
  nodes: readonly SearchNode[],
  loaded: NodePlace['loaded'],
): Promise<readonly string[]> {
  const { calls } = loaded;
  if (calls.length === 0) return [];
  const place = { loaded, answer: null, inFlight: null };
  const made = new Set(nodes.map(({ id }) => id));
  const givenUp = callsOfSearches(calls).filter(({ node }) => !made.has(node));
  return [
    'speculative, made ahead of a turn that never came (paid; in no tree, curve or budget):',
    ...(await drawnNodes(blobs, nodes, place)).map((line) => `  ${line}`),
    ...(givenUp.length === 0 ? [] : [`  given up in the making: ${callSumText(givenUp)}`]),
  ];
}

/** A search that has not ended, as the engine tells it. */
export interface OpenSearch {
  readonly nodes: readonly SearchNode[];
  readonly strategies: readonly TextRef[];
  /** So far as they have been made; absent: the method makes none. */
  readonly plans?: readonly Plan[] | undefined;
  /** Node that is being made. */
  readonly inFlight: string | null;
  /** Places of the tree that may still be explored. */
  readonly waiting: number;
  /** Why it is paused; null while it is not. */
  readonly paused: string | null;
  /** Nodes that are made, or being made, ahead of their turn. */
  readonly ahead: readonly string[];
}

/** `run show RUN PROBLEM` while the search is under way: the same tree, so far as it has grown. */
export async function openTreeLines(
  blobs: BlobStore,
  loaded: LoadedAttempt,
  { nodes, strategies, plans, inFlight, waiting, paused, ahead }: OpenSearch,
): Promise<readonly string[]> {
  return [
    ...attemptHead(loaded),
    ...(paused === null ? [] : [terminalLine(`PAUSED: ${paused}`)]),
    ...openLines(loaded),
    ...rootLines({ strategies, plans }, loaded.calls),
    ...(await drawnNodes(blobs, nodes, { loaded, answer: null, inFlight })),
    ...(ahead.length === 0 ? [] : [`made ahead of their turn: ${ahead.join(', ')}`]),
    ...(waiting === 0 ? [] : [`${countText(waiting)} waiting to be explored`]),
  ];
}

/** What a node's lines are made from beside the node. */
interface NodePlace {
  readonly loaded: Pick<LoadedAttempt, 'attempt' | 'calls'>;
  readonly answer: string | null;
  readonly inFlight: string | null;
}

async function drawnNodes(
  blobs: BlobStore,
  nodes: readonly SearchNode[],
  place: NodePlace,
): Promise<readonly string[]> {
  const blocks = new Map<string, readonly string[]>();
  for (const node of nodes) blocks.set(node.id, await nodeLines(blobs, node, place));
  return drawTree(nodes, ({ id }) => blocks.get(id) ?? []);
}

function rootLines(
  { strategies, plans }: Pick<OpenSearch, 'strategies' | 'plans'>,
  calls: readonly CallRecord[],
): readonly string[] {
  const atRoot = callsOfSearches(calls).filter(({ node }) => node === 'root');
  const what = plans === undefined ? 'strategies' : 'plans, the surest first';
  return [
    ...(atRoot.length === 0 ? [] : [`${what}: ${callSumText(atRoot)}`]),
    ...strategies.flatMap((strategy, index) => [
      `  ${String(index + 1)}. ${terminalLine(strategy.excerpt)}`,
      ...planLines(strategy, plans).map((line) => `     ${line}`),
    ]),
  ];
}

/** Of a plan how sure its maker was, and the similar problem that it was made after. */
function planLines({ sha256 }: TextRef, plans: readonly Plan[] = []): readonly string[] {
  const [plan] = plans
    .filter((one) => one.plan.sha256 === sha256)
    .toSorted((left, right) => right.confidence - left.confidence);
  if (plan === undefined) return [];
  const { confidence, example } = plan;
  const after = example === null ? [] : [`after: ${terminalLine(example.excerpt)}`];
  return [`confidence: ${String(Math.round(confidence))} of 100`, ...after];
}

async function nodeLines(
  blobs: BlobStore,
  node: SearchNode,
  { loaded, answer, inFlight }: NodePlace,
): Promise<readonly string[]> {
  const { attempt, calls } = loaded;
  const making = node.id === inFlight;
  const hidden =
    attempt.result?.graded.find(({ program }) => program === node.program)?.outcome.kind ?? null;
  const facts = [
    node.id + (node.id === answer ? ' (answer)' : ''),
    ...(making ? ['being made'] : [visibleText(node), `score ${node.score.toFixed(2)}`]),
    ...(node.decision === null ? [] : [`decision: ${node.decision}`]),
    ...(node.steered === null ? [] : [`${node.steered} by a person`]),
    ...(hidden === null ? [] : [`hidden tests: ${hidden}`]),
    ...(node.visible?.timeSensitive === true ? ['time-sensitive'] : []),
    callSumText(callsOfSearches(calls).filter((call) => call.node === node.id)),
  ];
  return [
    facts.join(' · '),
    ...(await trajectoryLines(blobs, node)),
    ...(await quoteText(blobs, 'strategy', node.parent === null ? node.strategy : null)),
    ...(await quoteText(blobs, 'reflection', node.reflection)),
    ...(await quoteText(blobs, 'feedback', node.visible?.feedback ?? null)),
    ...(await critiqueLines(blobs, node.critique)),
    ...(await wordsLines(blobs, node.words)),
  ];
}

function visibleText({ visible, program }: SearchNode): string {
  if (visible === null) return program === null ? 'nothing was run' : 'visible tests not run';
  const { kind, passed, total } = visible;
  return `visible tests: ${kind} (${countText(passed)}/${countText(total)})`;
}

async function critiqueLines(blobs: BlobStore, critique: Critique): Promise<readonly string[]> {
  if (critique.kind === 'none') return [];
  const said =
    critique.kind === 'score'
      ? `critic, score ${String(critique.score)} of 5`
      : `critic, verification ${critique.accepted ? 'yes' : 'no'}`;
  const label = critique.neutral ? `${said} (neutral value: the reply was unreadable)` : said;
  return quoteText(blobs, label, critique.words);
}

async function wordsLines(
  blobs: BlobStore,
  words: SearchNode['words'],
): Promise<readonly string[]> {
  const each = Object.entries(words ?? {}).map(([role, text]) => quoteText(blobs, role, text));
  return (await Promise.all(each)).flat();
}
