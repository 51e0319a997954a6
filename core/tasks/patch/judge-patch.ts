import type { PatchRun, TaskTestsRun } from '../../adapters/sandbox';
import type { PatchCheck } from '../../grading/check';
import { fitError } from '../../grading/fit-words';
import { agreement } from '../../patches/witnesses';
import { unfailedTwins } from '../../patches/script-twins';
import { fileStatuses } from '../../patches/logs/file-statuses';
import { logVerdict } from '../../patches/swebench-verdict';
import type { LogVerdict } from '../../patches/swebench-verdict';
import type { PatchTest } from '../../schemas/patch-task';
import type { PatchFacts, TestOutcome } from '../../schemas/verdict';
import { plural } from '../../words/plural';

type Words = Omit<TestOutcome, 'assurance' | 'cpuMs' | 'timeSensitive'>;

/** Judges outside the box: an outcome for each visible test, or one for all hidden tests. */
export function judgePatch(check: PatchCheck, run: PatchRun): readonly TestOutcome[] {
  const { cpuMs, timeSensitive } = run;
  const common = { assurance: 'shared', cpuMs, timeSensitive } as const;
  const words = check.judged === null ? visibleWords(check, run) : [hiddenWords(check.judged, run)];
  return words.map((one) => ({ ...common, ...one }));
}

function visibleWords({ task: { tests } }: PatchCheck, run: PatchRun): readonly Words[] {
  const shown = tests.kind === 'visible' ? tests.tests : [];
  if (run.applied === null)
    return Array.from({ length: Math.max(1, shown.length) }, () => notApplied(run));
  if (shown.length === 0) return [{ kind: 'passed' }];
  return shown.map((test, at) => visibleWord(test, run.runs[at] ?? null));
}

function visibleWord(test: PatchTest, run: TaskTestsRun | null): Words {
  if (run === null) return { kind: 'passed', detail: 'not-run' };
  if (run.timedOut) return { kind: 'timed-out' };
  if (run.stopped !== undefined) return { kind: run.stopped };
  return test.kind === 'reproduction' ? reproductionWord(run.log) : regressionWord(test, run);
}

/** Agentless, section 3.3: the script prints one of three sentences. Any other end says nothing for the patch. */
function reproductionWord(log: string): Words {
  const said = reproductionSays(log);
  if (said === 'resolved') return { kind: 'passed' };
  return { kind: 'failed', error: said === 'reproduced' ? 'Issue reproduced' : tail(log) };
}

export function reproductionSays(log: string): 'reproduced' | 'resolved' | 'other' {
  const [reproduced, resolved, other] = ['Issue reproduced', 'Issue resolved', 'Other issues'].map(
    (sentence) => log.includes(sentence),
  );
  if (other === true || reproduced === resolved) return 'other';
  return reproduced === true ? 'reproduced' : 'resolved';
}

function regressionWord(
  { path, tests, parser }: Extract<PatchTest, { kind: 'regression' }>,
  { statuses, log }: TaskTestsRun,
): Words {
  const passes = new Set(['PASSED', 'XFAIL', 'SKIPPED']);
  const ended =
    parser === undefined
      ? new Map(Object.entries(statuses ?? {}))
      : fileStatuses(log, parser, path);
  const broken = tests.filter((test) => !passes.has(ended.get(test) ?? ''));
  if (broken.length === 0) return { kind: 'passed' };
  const names = broken.slice(0, 5).join(', ');
  return {
    kind: 'failed',
    broken: broken.length,
    error: `${String(broken.length)} no longer pass: ${names}\n${tail(log)}`,
  };
}

const mostTail = 1_500;

function tail(log: string): string {
  return fitError(log.slice(-mostTail)).trim();
}

function hiddenWords(judged: NonNullable<PatchCheck['judged']>, run: PatchRun): Words {
  const [tests = null] = run.runs;
  const total = (of: readonly string[]): [number, number] => [0, of.length];
  const facts: PatchFacts = {
    applied: run.applied,
    dropped: run.dropped.map((one) => ({ ...one })),
    resolution: 'no-result',
    failToPass: total(judged.gold.failToPass),
    passToPass: total(judged.gold.passToPass),
    log: run.logs[0] ?? null,
  };
  if (run.applied === null) return { ...notApplied(run), patch: facts };
  if (tests === null) return { kind: 'failed', error: 'No test ran.', patch: facts };
  if (tests.timedOut) return { kind: 'timed-out', patch: facts };
  if (tests.stopped !== undefined) return { kind: tests.stopped, patch: facts };
  const verdict = officialVerdict(judged, tests);
  const patch = { ...facts, ...countsOf(verdict) };
  const resolved = patch.resolution === 'full';
  // If a signal ended the process, our own tests may not have run. That alone is no evidence.
  const crashed = tests.exit !== null && tests.exit < 0 && !resolved;
  if (judged.rules === 'strict' && !crashed) {
    const evidence = [...agreement(judged, tests), ...unfailedTwins(judged, tests)];
    if (evidence.length > 0) {
      return { kind: 'failed', detail: 'tampering', error: evidence.join('\n'), patch };
    }
  }
  return resolved
    ? { kind: 'passed', patch }
    : { kind: 'failed', error: [failureWords(verdict), ...putBack(run)].join('\n'), patch };
}

/**
 * The log as the official harness writes it: between its marks, with the runner's exit code; without the second mark, and with the limit
 * in seconds, where the tests ran out of time.
 */
export function officialLog(
  { log, exit, timedOut }: Pick<TaskTestsRun, 'log' | 'exit' | 'timedOut'>,
  seconds = 0,
): string {
  const end = log === '' || log.endsWith('\n') ? '' : '\n';
  const start = `>>>>> Start Test Output\n${log}${end}`;
  if (timedOut) return `${start}\n\nTimeout error: ${String(seconds)} seconds exceeded.`;
  const code = exit === null ? '' : `>>>>> Test Exit Code: ${String(exit)}\n`;
  return `${start}>>>>> End Test Output\n${code}`;
}

/** Whether a run would be resolved if it is honest. False under rules that read the log alone: they do not look for forgeries. */
export function resolvesIfHonest(
  judged: NonNullable<PatchCheck['judged']>,
  tests: TaskTestsRun,
): boolean {
  return (
    judged.rules === 'strict' && countsOf(officialVerdict(judged, tests)).resolution === 'full'
  );
}

function officialVerdict(
  { gold, parser, evalType }: NonNullable<PatchCheck['judged']>,
  tests: TaskTestsRun,
): LogVerdict {
  return logVerdict(officialLog(tests), gold, { parser, evalType, generation: '5' });
}

function countsOf(verdict: LogVerdict): Partial<PatchFacts> {
  if (verdict.kind === 'no-result') return {};
  const { failToPass, passToPass } = verdict.report;
  const counted = ({ success, failure }: typeof failToPass): [number, number] => [
    success.length,
    success.length + failure.length,
  ];
  return {
    resolution: verdict.resolution,
    failToPass: counted(failToPass),
    passToPass: counted(passToPass),
  };
}

function failureWords(verdict: LogVerdict): string {
  if (verdict.kind === 'no-result') return `There is no result: ${verdict.reason}.`;
  const { failToPass, passToPass } = verdict.report;
  const told = (name: string, tests: readonly string[]): readonly string[] =>
    tests.length === 0
      ? []
      : [`${name}: ${String(tests.length)} not passed: ${tests.slice(0, 5).join(', ')}`];
  return [
    ...told('FAIL_TO_PASS', failToPass.failure),
    ...told('PASS_TO_PASS', passToPass.failure),
  ].join('\n');
}

/** Names that are told of changes that were put back. */
const mostPutBack = 5;

function putBack({ dropped }: PatchRun): readonly string[] {
  const words = dropped
    .slice(0, mostPutBack)
    .map(({ path, reason }) => `Put back before the tests: ${path} (${reason})`);
  const more = dropped.length - words.length;
  return more > 0 ? [...words, `and ${plural(more, 'more change')}`] : words;
}

function notApplied({ tried }: PatchRun): Words {
  const said = tried.map(
    ({ command, said: words }) => `${command}: ${words.trim().split('\n').at(-1) ?? ''}`,
  );
  return {
    kind: 'raised',
    detail: 'not-applied',
    error: ['The patch does not apply.', ...said].join('\n'),
  };
}
