import { uncheckedOf } from '../core/metrics/problem-levels';
import { uncheckedWhy } from './assurance';
import { callSumText } from './call-sum';
import type { LoadedAttempt } from './load-attempts';
import { terminalLine } from './terminal-safe';

/** The first lines of an attempt, with what its kind of work says of it once it has ended. */
export function attemptHead(
  { run, attempt }: LoadedAttempt,
  facts: readonly string[] = [],
): readonly string[] {
  const { problem, status, result } = attempt;
  const sample = run.config.samples === 1 ? '' : ` sample ${String(attempt.sample)}`;
  const unchecked = uncheckedOf(attempt);
  const said = [status, ...facts].join(' · ');
  return [
    terminalLine(`${problem}${sample} · ${run.config.method} · ${said}`),
    ...(result === null || result.cause === null
      ? []
      : [terminalLine(`no verdict: ${result.cause}`)]),
    ...(unchecked === null ? [] : [terminalLine(`not checked: ${uncheckedWhy(unchecked)}`)]),
  ];
}

/** Of an attempt that has not ended; the store knows its calls. */
export function openLines({ attempt, calls }: LoadedAttempt): readonly string[] {
  return [
    ...(attempt.waiting === null ? [] : [terminalLine(`waiting: ${attempt.waiting}`)]),
    `so far: ${callSumText(calls)}`,
  ];
}
