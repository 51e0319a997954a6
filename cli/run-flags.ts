import type { Option } from 'commander';

import { rangeOf } from '../lab/planning/request-members';
import { runOptions } from '../lab/planning/run-options';
import type { RunOptionName } from '../lab/planning/run-options';
import { RunRequestSchema } from '../lab/planning/run-request';
import type { CheckedRequest } from '../lab/planning/run-request';
import { parseNumber } from './parse-number';
import { readFlags, requestFlag } from './request-flags';

/** Options of a run that select problems and repeat them: a run of one problem takes none of them. */
export const selectionOptions = [
  'concurrency',
  'samples',
  'limit',
  'problems',
  'skipMissing',
] as const;

/** One flag of a run. @param usual default that the command has instead of a run's */
export function runFlag(name: RunOptionName, usual?: string): Option {
  return requestFlag(name, runOptions[name], usual);
}

/** The number of one flag of a run; undefined when the flag is absent. @throws UsageError naming the flag and its value. */
export function parseRunNumber(name: RunOptionName, value: string | undefined): number | undefined {
  return parseNumber(name, value, rangeOf(runOptions[name].schema));
}

/** Parses the flags of a run. @throws UsageError naming the flag, its value and the allowed values */
export function parseRunFlags(
  raw: Readonly<Record<string, unknown>>,
  command = 'run start',
): CheckedRequest {
  return readFlags(RunRequestSchema, raw, `${command} --help`);
}
