import { z } from 'zod';

import { suiteNames } from '../../core/names/suites';
import type { AttemptKey, AttemptRecord, AttemptResult } from '../../core/ports/records';
import { AttemptOutcome, attemptStatuses, type AttemptStatus } from '../../core/schemas/run';
import { ProblemLevel } from '../../core/schemas/problem-level';
import { SearchNode } from '../../core/schemas/search';
import { SearchOutcome } from '../../core/kinds/search/schema';
import { Provenance, TestOutcome, verdictKinds } from '../../core/schemas/verdict';
import { checkStored, parseStored, toStoredJson } from '../stored-json';
import type { AttemptRow, NodeRow } from '../tables';

const Status = z.enum(attemptStatuses);
const OutcomeWithoutNodes = SearchOutcome.omit({ nodes: true });

/** An attempt's result as its row holds it: without the status (a column) and a search's nodes (rows of their own). */
const StoredResult = z.strictObject({
  /** Stored before there were kinds: a search's. */
  outcome: z.looseObject({ kind: z.string().default('search') }),
  graded: z.array(
    z.strictObject({
      program: z.string(),
      outcome: TestOutcome,
      suites: z
        .array(z.strictObject({ name: z.enum(suiteNames), outcome: TestOutcome }))
        .optional(),
    }),
  ),
  verdict: z.enum(verdictKinds).nullable(),
  solved: z.boolean(),
  cause: z.string().nullable(),
  provenance: Provenance.nullable(),
  level: ProblemLevel.optional(),
  freshCells: z.int().nonnegative().optional(),
});

export function attemptName(key: AttemptKey): string {
  return `attempt ${key.run}/${key.problem}/${String(key.sample)}`;
}

/** Columns of an attempt that has ended. */
export function resultColumns(
  result: AttemptResult,
): Omit<AttemptRow, keyof AttemptKey | 'position'> {
  const { status, outcome, ...rest } = result;
  const { own, rest: kept } = outcomeColumns(outcome);
  return {
    status,
    waiting: null,
    verdict: result.verdict,
    solved: result.solved ? 1 : 0,
    ...own,
    cause: result.cause,
    result: toStoredJson({ ...rest, outcome: kept }),
  };
}

/** What of a search has columns and rows of its own, and what is left to be kept as JSON. */
function outcomeColumns(outcome: AttemptOutcome): {
  readonly own: Pick<AttemptRow, 'finish' | 'answer' | 'programs'>;
  readonly rest: object;
} {
  if (outcome.kind !== 'search') {
    return { own: { finish: null, answer: null, programs: null }, rest: outcome };
  }
  const { nodes, ...rest } = outcome;
  return {
    own: { finish: outcome.finish, answer: outcome.answer, programs: nodes.length },
    rest,
  };
}

/** Of a search, in order; other kinds of work have none. */
export function nodesOf(outcome: AttemptOutcome): readonly SearchNode[] {
  return outcome.kind === 'search' ? outcome.nodes : [];
}

/** Columns of an attempt before its end, and again when it is tried again. */
export const openColumns = {
  status: 'running',
  waiting: null,
  verdict: null,
  solved: 0,
  finish: null,
  answer: null,
  programs: null,
  cause: null,
  result: null,
} as const;

export function nodeRow(key: AttemptKey, node: SearchNode, place: number): NodeRow {
  return {
    run: key.run,
    problem: key.problem,
    sample: key.sample,
    node: node.id,
    place,
    ordinal: node.ordinal,
    parent: node.parent,
    depth: node.depth,
    program: node.program,
    visible_kind: node.visible?.kind ?? null,
    visible_passed: node.visible?.passed ?? null,
    visible_total: node.visible?.total ?? null,
    critique: node.critique.kind,
    score: node.score,
    decision: node.decision,
    steered: node.steered,
    content: toStoredJson(node),
  };
}

/** @throws RecordUnreadableError */
export function toStatus(row: AttemptKey & Pick<AttemptRow, 'status'>): AttemptStatus {
  return checkStored(Status, row.status, `status of ${attemptName(row)}`);
}

/** `nodes`: the attempt's node rows, in order of place. */
export function toAttemptRecord(
  row: AttemptRow,
  nodes: readonly Pick<NodeRow, 'node' | 'content'>[],
): AttemptRecord {
  const key = { run: row.run, problem: row.problem, sample: row.sample };
  const name = attemptName(key);
  const status = toStatus(row);
  const { position, waiting } = row;
  if (row.result === null || status === 'running') {
    return { ...key, position, status, waiting, result: null };
  }
  const { outcome, ...rest } = parseStored(StoredResult, row.result, `result of ${name}`);
  const result = { status, ...rest, outcome: readOutcome(outcome, nodes, name) };
  return { ...key, position, status, waiting, result };
}

function readOutcome(
  stored: { readonly kind: string },
  nodes: readonly Pick<NodeRow, 'node' | 'content'>[],
  name: string,
): AttemptOutcome {
  const what = `outcome of ${name}`;
  if (stored.kind !== 'search') return checkStored(AttemptOutcome, stored, what);
  const parsedNodes = nodes.map(({ node, content }) =>
    parseStored(SearchNode, content, `node ${node} of ${name}`),
  );
  return { ...checkStored(OutcomeWithoutNodes, stored, what), nodes: parsedNodes };
}

type NodePart = Pick<NodeRow, 'problem' | 'sample' | 'node' | 'content'>;

/** `nodes`: those of these attempts, each one's in order of place. */
export function withNodes(
  rows: readonly AttemptRow[],
  nodes: readonly NodePart[],
): readonly AttemptRecord[] {
  const byAttempt = groupByAttempt(nodes);
  return rows.map((row) => toAttemptRecord(row, byAttempt.get(place(row)) ?? []));
}

function place({ problem, sample }: Pick<NodeRow, 'problem' | 'sample'>): string {
  return JSON.stringify([problem, sample]);
}

function groupByAttempt(nodes: readonly NodePart[]): ReadonlyMap<string, readonly NodePart[]> {
  const groups = new Map<string, NodePart[]>();
  for (const node of nodes) {
    const group = groups.get(place(node));
    if (group === undefined) groups.set(place(node), [node]);
    else group.push(node);
  }
  return groups;
}
