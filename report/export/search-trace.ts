import type { JsonValue } from '../../core/values/canonical-json';
import type { AttemptRecord, BlobStore } from '../../core/ports/records';
import type { Critique, SearchNode } from '../../core/schemas/search';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import type { TextRef } from '../../core/schemas/text';
import { callFact } from './call-fact';
import type { KindTrace, TraceSources } from './kind-trace';

/** The trace of a search: what it came to, then its nodes by ordinal. */
export async function searchTrace(
  sources: TraceSources,
  attempt: AttemptRecord,
  outcome: SearchOutcome,
): Promise<KindTrace> {
  const nodes = outcome.nodes.toSorted((left, right) => left.ordinal - right.ordinal);
  const rows: JsonValue[] = [];
  for (const node of nodes) rows.push(await nodeRow(sources, attempt, node));
  return { facts: await searchFacts(sources, outcome), rows };
}

async function searchFacts(sources: TraceSources, outcome: SearchOutcome) {
  return {
    finish: outcome.finish,
    answer: outcome.answer,
    answers: outcome.answers,
    strategies: await Promise.all(outcome.strategies.map((text) => sources.blobs.get(text.sha256))),
    ...(await plansOf(sources.blobs, outcome.plans)),
    calls: outcome.rootCalls.map((call) => callFact(sources, call)),
    neutralValues: outcome.neutralValues,
    steered: outcome.steered,
  };
}

async function nodeRow(
  sources: TraceSources,
  { problem, sample }: AttemptRecord,
  node: SearchNode,
): Promise<JsonValue> {
  const text = (ref: TextRef | null): Promise<string | null> => textOf(sources.blobs, ref);
  return {
    kind: 'node',
    task_id: problem,
    sample,
    node: node.id,
    ordinal: node.ordinal,
    parent: node.parent,
    depth: node.depth,
    strategy: await text(node.strategy),
    reflection: await text(node.reflection),
    program: node.program,
    programText: node.program === null ? null : await sources.blobs.get(node.program),
    visible:
      node.visible === null
        ? null
        : {
            kind: node.visible.kind,
            passed: node.visible.passed,
            total: node.visible.total,
            feedback: await text(node.visible.feedback),
          },
    critique: await critiqueOf(sources.blobs, node.critique),
    ...(await wordsOf(sources.blobs, node.words)),
    score: node.score,
    decision: node.decision,
    steered: node.steered,
    calls: node.calls.map((call) => callFact(sources, call)),
  };
}

async function textOf(blobs: BlobStore, ref: TextRef | null): Promise<string | null> {
  return ref === null ? null : blobs.get(ref.sha256);
}

async function critiqueOf(blobs: BlobStore, critique: Critique): Promise<JsonValue> {
  if (critique.kind === 'none') return critique;
  return { ...critique, words: await textOf(blobs, critique.words) };
}

/** No member at all where the method makes none. */
async function plansOf(blobs: BlobStore, plans: SearchOutcome['plans']): Promise<object> {
  if (plans === undefined) return {};
  const rows = plans.map(async ({ example, plan, confidence }) => ({
    example: await textOf(blobs, example),
    plan: await textOf(blobs, plan),
    confidence,
  }));
  return { plans: await Promise.all(rows) };
}

/** No member at all where there are none. */
async function wordsOf(blobs: BlobStore, words: SearchNode['words']): Promise<object> {
  if (words === undefined) return {};
  const texts: Record<string, string> = {};
  for (const [role, { sha256 }] of Object.entries(words)) texts[role] = await blobs.get(sha256);
  return { words: texts };
}
