import { Option } from 'commander';
import type { Command } from 'commander';
import { z } from 'zod';

import { flagName } from '../lab/planning/flag-name';
import { bareSchema, rangeOf } from '../lab/planning/request-members';
import { runOptionNames, runOptions } from '../lab/planning/run-options';
import type { RunOption, RunOptionName } from '../lab/planning/run-options';
import { RunRequestSchema } from '../lab/planning/run-request';
import type { CheckedRequest } from '../lab/planning/run-request';
import { SweepRequestSchema } from '../lab/sweeps/sweep-request';
import type { CheckedSweep } from '../lab/sweeps/sweep-request';
import { readFlags } from './request-flags';

/** Heading in the help of the options that one kind of work takes. */
const headings: { readonly [Kind in NonNullable<RunOption['kind']>]?: string } = {
  search: 'Options of search methods:',
  dialogue: 'Options of --method refine:',
};

/** Options of a run that select problems and repeat them: a run of one problem takes none of them. */
export const selectionOptions = [
  'concurrency',
  'samples',
  'limit',
  'problems',
  'skipMissing',
] as const;

/**
 * Adds the flags of a run to a command.
 * @param without options that the command defines itself or does not take
 * @param usual defaults that the command has instead of a run's
 */
export function addRunFlags(
  command: Command,
  without: readonly RunOptionName[] = [],
  usual: { readonly [Name in RunOptionName]?: string } = {},
): Command {
  for (const name of runOptionNames.filter((one) => !without.includes(one))) {
    command.addOption(runFlag(name, usual[name]));
  }
  return command;
}

/**
 * One flag of a run. The request fills in defaults, so a flag that was not typed stays undefined.
 * @param usual default that the command has instead of a run's
 */
export function runFlag(name: RunOptionName, usual?: string): Option {
  const row: RunOption = runOptions[name];
  const { success: isOptional, data: fallback } = row.schema.safeParse(undefined);
  const flag = flagName(fallback === true ? `no-${name}` : name);
  const option = new Option(
    row.value === undefined ? flag : `${flag} ${row.value}`,
    helpText(row, usual ?? row.usual ?? fallback),
  );
  if (bareSchema(row.schema) instanceof z.ZodRecord) {
    option.argParser((typed, before?: string) =>
      before === undefined ? typed : `${before},${typed}`,
    );
  }
  if (row.kind !== undefined) option.helpGroup(headings[row.kind] ?? 'Options:');
  return option.makeOptionMandatory(!isOptional);
}

function helpText({ schema, help }: RunOption, usual: unknown): string {
  const bare = bareSchema(schema);
  const words = bare instanceof z.ZodEnum ? `: ${bare.options.join(', ')}` : '';
  const { least = 0, most } = rangeOf(schema) ?? {};
  const bounds = most === undefined ? '' : `, ${String(least)} to ${String(most)}`;
  const isShown = typeof usual === 'string' || typeof usual === 'number';
  const fallback = isShown ? ` (default: ${String(usual)})` : '';
  return `${help}${words}${bounds}${fallback}`;
}

/**
 * Flags of a run as they were typed.
 * @param command that was typed
 * @throws UsageError naming the flag, its value and what it may be
 */
export function parseRunFlags(
  raw: Readonly<Record<string, unknown>>,
  command = 'run start',
): CheckedRequest {
  return readFlags(RunRequestSchema, raw, `${command} --help`);
}

/** Flags of a sweep as they were typed. @throws UsageError naming the flag, its value and what it may be. */
export function parseSweepFlags(raw: Readonly<Record<string, unknown>>): CheckedSweep {
  return readFlags(SweepRequestSchema, raw, 'sweep --help');
}
