import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { JsonValue } from '../../core/values/canonical-json';
import type { AttemptRecord, CallRecord, RunPage } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { withKindUnlessSearch, workRow } from '../../core/kinds/kinds';
import { assuranceCounts, openForLevel, sayerCounts, uncheckedAttempts } from '../assurance';
import type { OpenForLevel } from '../assurance';
import type { WholeRun } from '../load-run';
import { droppedTests } from '../shown-tests';
import type { DroppedTests } from '../shown-tests';
import { runStatements } from '../statements';

/**
 * Contents of `run.json`: what was run, and what came of it, with the figures of `exportedCalls`. Without times, counts of tries and repeats, and anything
 * that tells which answers were read back; the same run gives the same text wherever and however often it was killed.
 */
export function runFacts(run: WholeRun, left: readonly AttemptRecord[]): JsonValue {
  const { record, attempts, summary } = run;
  const { levels } = run.sums;
  const [bad, dropped] = [openForLevel(levels.badReferences), droppedTests(run)];
  return {
    format: 1,
    run: record.id,
    status: record.status,
    bundle: record.bundle === null ? null : { ...record.bundle },
    config: configOf(record.config),
    ...(record.config.model.kind === 'endpoint' ? { endpoint: asJson(run.calls.endpoint) } : {}),
    total: summary.total,
    completed: summary.completed,
    solved: summary.solved,
    unscored: summary.unscored,
    cancelled: summary.cancelled,
    passAt1: summary.passAt1,
    interval: summary.interval,
    ...(summary.base === null ? {} : { base: { ...summary.base } }),
    bounds: summary.bounds,
    curve: summary.curve.map((point) => ({ ...point })),
    ...(summary.dialogue === null ? {} : { dialogue: asJson(summary.dialogue) }),
    calls: summary.calls,
    promptTokens: summary.promptTokens,
    completionTokens: summary.completionTokens,
    costUsd: summary.costUsd,
    debuggerShares: summary.debuggerShares === null ? null : { ...summary.debuggerShares },
    repeatedDraws: summary.repeatedDraws === null ? null : { ...summary.repeatedDraws },
    neutralValues: summary.neutralValues,
    verificationWithoutTruth: summary.verificationWithoutTruth,
    steered: summary.steered,
    assurance: assuranceCounts(levels),
    levelsBy: sayerCounts(levels),
    handles: levels.handles,
    refused: openForLevel(levels.refused).map(openRow),
    unchecked: uncheckedAttempts(levels).map(openRow),
    ...(bad.length === 0 ? {} : { badReferences: bad.map(openRow) }),
    ...(dropped.length === 0 ? {} : { visibleTestsDropped: dropped.map(droppedRow) }),
    verdicts: verdictSources(attempts),
    statements: runStatements(run),
    leftOut: left.map(({ problem, sample, status }) => ({ task_id: problem, sample, status })),
  };
}

/** The calls that the attempts' records name, once each: a call of a try without other traces is not a fact of the result. */
export function exportedCalls({ attempts, calls }: RunPage): readonly CallRecord[] {
  const byUse = new Map(calls.map((call) => [useKey(call), call]));
  return attempts.flatMap(({ problem, sample, result }) => {
    if (result === null) return [];
    const identities = workRow(result.outcome.kind).calls(result.outcome);
    return identities.flatMap((identity) => {
      const call = byUse.get(useKey({ problem, sample, identity }));
      return call === undefined ? [] : [call];
    });
  });
}

function useKey(use: Pick<CallRecord, 'problem' | 'sample' | 'identity'>): string {
  return canonicalJson([use.problem, use.sample, use.identity]);
}

/** An endpoint's address has no credentials; that of our own server is the bank's hash, never a port. */
function configOf(config: RunConfig): JsonValue {
  return asJson(withKindUnlessSearch(config));
}

function openRow({ problem, sample, why }: OpenForLevel): JsonValue {
  return { task_id: problem, sample, why };
}

function droppedRow({ problem, of, dropped }: DroppedTests): JsonValue {
  return { task_id: problem, of, dropped: dropped.map((one) => ({ ...one })) };
}

function verdictSources(attempts: readonly AttemptRecord[]): readonly JsonValue[] {
  const sources = attempts.flatMap(({ result }) => {
    const provenance = result?.provenance ?? null;
    if (provenance === null) return [];
    const { provider, assurance, guestHash, python } = provenance;
    return [canonicalJson({ provider, assurance, guestHash, python })];
  });
  return [...new Set(sources)].sort().map((text) => JSON.parse(text) as JsonValue);
}
