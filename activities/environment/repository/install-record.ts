import { z } from 'zod';

import type { JobEnd } from '../../../core/adapters/repository';
import { installSteps } from '../../../core/names/environment-reasons';
import type { InstallStep } from '../../../core/names/environment-reasons';
import { InstallAttempt, RepositoryStatus } from '../../../core/schemas/environment';
import { canonicalJson } from '../../../core/values/canonical-json';
import { endWords } from './run-repository-job';
import { sha256Of } from '../../sha256-of';

const Step = z.enum(installSteps);

const ToldAttempt = z.object({
  kind: z.literal('attempt'),
  rung: z.int().min(0).max(4),
  step: Step,
  exit: z.int().nullable(),
  seconds: z.number().nonnegative(),
  log: z.string(),
  signature: z.object({ kind: z.string(), text: z.string() }).nullable(),
});
type ToldAttempt = z.infer<typeof ToldAttempt>;

const ToldPackage = z.object({
  name: z.string(),
  version: z.string(),
  file: z.string().nullable(),
  sha256: z.string().nullable(),
  built: z.boolean(),
});

const ToldEnd = z.object({
  kind: z.literal('environment'),
  status: z.enum(['ok', 'partial', 'install_failed', 'no_python']),
  step: z.string().nullable(),
  reason: z.string().nullable(),
  python: z.string().nullable(),
  lock: z.array(ToldPackage),
});

/** The result of an installation, without the repository that was installed. */
export const Installation = z.strictObject({
  /** null: it is installed. */
  ended: RepositoryStatus.nullable(),
  /** sha256 of the tar; null: nothing was installed. */
  installed: z.string().nullable(),
  python: z.string(),
  packages: z.record(z.string(), z.string()),
  lock: z.string(),
  rung: z.int().min(0).max(4),
  attempts: z.array(InstallAttempt),
  lacks: z.string().nullable(),
});
export type Installation = z.infer<typeof Installation>;

const longestLog = 4_000;
const tailLines = 8;

/**
 * The job ran foreign code: all it reports is only text, and its end belongs to the repository.
 * @param installed sha256 of the tar as counted here. null: no complete tar arrived
 */
export function installationOf(
  end: JobEnd,
  records: readonly unknown[],
  { installed, python }: { readonly installed: string | null; readonly python: string },
): Installation {
  const told = records.flatMap((record) => ToldAttempt.safeParse(record).data ?? []);
  const attempts = told.map(({ rung, step, exit, seconds, log }) => ({
    ...{ rung, step, exitCode: exit, seconds },
    log: log.slice(-longestLog),
  }));
  const none = { installed: null, python, packages: {}, lock: sha256Of('[]'), rung: 0, attempts };
  const answer = end.kind === 'finished' ? ToldEnd.safeParse(end.record).data : undefined;
  const whole = answer?.status === 'ok' || answer?.status === 'partial';
  if (answer?.status === 'no_python') return { ...none, ended: { code: 'no_python' }, lacks: null };
  if (end.kind === 'output-limit' && end.cause === 'files') {
    return { ...none, ended: { code: 'too_large', why: 'what it installs' }, lacks: null };
  }
  if (answer === undefined || !whole || installed === null) {
    const last = told.at(-1)?.step ?? 'interpreter';
    const step: InstallStep = Step.safeParse(answer?.step).data ?? last;
    const said = answer === undefined ? endWords(end) : (answer.reason ?? 'it handed over nothing');
    const why = [said, ...tailOf(told, step)].join('\n').slice(0, longestLog);
    return { ...none, ended: { code: 'install_failed', step, why }, lacks: null };
  }
  const names = answer.lock.map(({ name, version }) => [name, version] as const);
  return {
    ended: null,
    installed,
    python: answer.python ?? python,
    packages: Object.fromEntries(names),
    lock: sha256Of(canonicalJson(answer.lock)),
    rung: told.filter((one) => one.signature === null).at(-1)?.rung ?? 0,
    attempts,
    lacks: answer.status === 'partial' ? (answer.reason ?? 'something was not installed') : null,
  };
}

/** The last lines of the output that failed in this step. */
function tailOf(told: readonly ToldAttempt[], step: InstallStep): readonly string[] {
  const failed = told.filter((one) => one.step === step && one.signature !== null).at(-1);
  const lines = (failed?.log ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-tailLines);
}

/** Whether another try may give another result: a time limit or a signal ended a step, or the index did not answer. */
export function mayDiffer(end: JobEnd, records: readonly unknown[]): boolean {
  return end.kind !== 'finished' || records.some(wasHindered);
}

/** Whether an attempt may have failed because of the machine or the network. */
export function wasHindered(record: unknown): boolean {
  const kind = ToldAttempt.safeParse(record).data?.signature?.kind ?? '';
  return ['time-limit', 'stopped', 'index-unavailable', 'version-untold'].includes(kind);
}
