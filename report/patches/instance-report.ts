import { infraFailure } from '../../core/patches/infra-failure';
import { logVerdict } from '../../core/patches/swebench-verdict';
import type { SplitTests } from '../../core/patches/swebench-verdict';
import type { JsonValue } from '../../core/values/canonical-json';
import type { GradedPatch } from './predictions';

/** What official files of one patch are made from. */
export interface PatchFiles {
  /** Text of test_output.txt. null: no test ran. */
  readonly testOutput: string | null;
  /** Text of run_instance.log. */
  readonly runLog: string;
  /** report.json. null: there is no result, which the harness counts as an error. */
  readonly report: JsonValue | null;
}

/** @param log the stored log. null: no test ran */
export function patchFiles(graded: GradedPatch, log: string | null): PatchFiles {
  return { testOutput: log, runLog: runLog(graded), report: instanceReport(graded, log) };
}

/**
 * `report.json` as swebench 5.0 writes it. `resolved` is the verdict of the run: under `strict` a patch that tampers is not resolved,
 * whatever its log says.
 */
function instanceReport(
  { problem, hidden, outcome }: GradedPatch,
  log: string | null,
): JsonValue | null {
  if (outcome === null || log === null || outcome.kind === 'timed-out') return null;
  const { failToPass, passToPass, logParser: parser, evalType } = hidden;
  const verdict = logVerdict(
    log,
    { failToPass, passToPass },
    { parser, evalType, generation: '5' },
  );
  const facts = { patch_is_None: false, patch_exists: true };
  if (verdict.kind === 'no-result') {
    const failure = infraFailure(log);
    return {
      [problem.id]: {
        ...{ ...facts, patch_successfully_applied: false, resolved: false },
        infra_failure: failure?.tier === 'environment',
        ...(failure === null ? {} : { infra_failure_reason: failure.reason }),
      },
    };
  }
  const none = { success: [], failure: [] };
  return {
    [problem.id]: {
      ...{ ...facts, patch_successfully_applied: true },
      ...{ resolved: outcome.kind === 'passed', infra_failure: false },
      tests_status: {
        FAIL_TO_PASS: splitJson(verdict.report.failToPass),
        PASS_TO_PASS: splitJson(verdict.report.passToPass),
        ...{ FAIL_TO_FAIL: none, PASS_TO_FAIL: none },
      },
    },
  };
}

function splitJson({ success, failure }: SplitTests): JsonValue {
  return { success: [...success], failure: [...failure] };
}

/** What was done with the patch, with the harness's own marks. No times: the same run gives the same text. */
function runLog({ outcome, cause }: GradedPatch): string {
  const lines: string[] = [];
  const facts = outcome?.patch ?? null;
  if (cause !== null) lines.push(`No verdict: ${cause}`);
  if (outcome !== null && facts !== null) {
    const { applied, dropped } = facts;
    lines.push(
      applied === null
        ? `>>>>> Patch Apply Failed:\n${outcome.error ?? ''}`
        : `>>>>> Applied Patch: ${applied}`,
      ...dropped.map(({ path, reason }) => `Put back before the tests: ${path} (${reason})`),
    );
  }
  if (outcome?.detail === 'tampering') lines.push(`Tampered:\n${outcome.error ?? ''}`);
  if (outcome?.kind === 'timed-out') lines.push('>>>>> Tests Timed Out');
  if (outcome !== null)
    lines.push(`Result: resolved: ${outcome.kind === 'passed' ? 'True' : 'False'}`);
  return `${lines.join('\n')}\n`;
}
