import type { JsonValue } from '../../core/values/canonical-json';
import type { AttemptRecord, AttemptResult, SuiteOutcome } from '../../core/ports/records';
import { notDataDetail } from '../../core/schemas/verdict';
import { workRow } from '../../core/kinds/kinds';
import { kindReport } from '../kinds';
import type { TraceSources } from './kind-trace';

/** Lines of `trace.jsonl` for one attempt, then of its kind. No times, places or tries: a resumed run gives equal bytes. */
export async function traceRows(
  sources: TraceSources,
  attempt: AttemptRecord,
): Promise<readonly JsonValue[]> {
  const { problem, sample, status, result } = attempt;
  if (result === null) return [];
  const { kind } = result.outcome;
  const { facts, rows } = await kindReport(kind).trace(sources, attempt, result.outcome);
  const verdict = workRow(kind).scored ? verdictFacts(result) : {};
  return [{ kind: 'attempt', task_id: problem, sample, status, ...verdict, ...facts }, ...rows];
}

function verdictFacts({ verdict, solved, graded, level }: AttemptResult) {
  return {
    verdict,
    solved,
    ...(level?.kind === 'found' ? { level: { at: level.level, by: level.by } } : {}),
    // Not the error texts: they may quote the hidden tests.
    graded: graded
      .toSorted((left, right) => (left.program < right.program ? -1 : 1))
      .map((grade) => ({
        program: grade.program,
        verdict: grade.outcome.kind,
        ...(grade.suites === undefined ? {} : { suites: suiteVerdicts(grade.suites) }),
        assurance: grade.outcome.assurance,
        ...(grade.outcome.handles === true ? { handles: true } : {}),
        ...(grade.outcome.detail === notDataDetail ? { detail: notDataDetail } : {}),
      })),
  };
}

function suiteVerdicts(suites: readonly SuiteOutcome[]): JsonValue {
  return Object.fromEntries(suites.map(({ name, outcome }) => [name, outcome.kind]));
}
