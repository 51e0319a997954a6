import { Option } from 'commander';
import type { Command } from 'commander';
import { z } from 'zod';

import { UsageError } from '../core/errors/errors';
import { flagName } from '../lab/planning/flag-name';
import { bareSchema, rangeOf } from '../lab/planning/request-members';
import type { RequestOption, RequestOptions } from '../lab/planning/request-options';
import { levelsFlag } from './levels-flag';
import { listFlag } from './list-flag';
import { numbersFlag } from './numbers-flag';
import { readNumber } from './parse-number';

/** Heading in the help of the options that one kind of work takes. */
const headings: { readonly [Kind in NonNullable<RequestOption['kind']>]?: string } = {
  search: 'Options of search methods:',
  dialogue: 'Options of --method refine:',
};

/**
 * Adds the flags of a request to a command.
 * @param without options that the command defines itself or does not take
 * @param usual defaults that the command has instead of the request's
 */
export function addFlags<Options extends RequestOptions>(
  command: Command,
  options: Options,
  without: readonly (keyof Options)[] = [],
  usual: { readonly [Name in keyof Options]?: string } = {},
): Command {
  for (const [name, option] of Object.entries(options)) {
    if (!without.includes(name)) command.addOption(requestFlag(name, option, usual[name]));
  }
  return command;
}

/**
 * The flag of one option. The request fills in defaults, so a flag that was not typed stays undefined.
 * @param usual default that the command has instead of the request's
 */
export function requestFlag(name: string, row: RequestOption, usual?: string): Option {
  const { schema, value, kind } = row;
  const { success: isOptional, data: fallback } = schema.safeParse(undefined);
  const flag = typedFlag(name, row);
  const option = new Option(
    value === undefined ? flag : `${flag} ${value}`,
    helpText(row, usual ?? row.usual ?? fallback),
  );
  if (row.repeats === true) {
    option.argParser((typed, before?: string) =>
      before === undefined ? typed : `${before},${typed}`,
    );
  }
  if (kind !== undefined) option.helpGroup(headings[kind] ?? 'Options:');
  return option.makeOptionMandatory(!isOptional);
}

/** The flag of an option as it is typed: `--no-…` for a switch that is on by default. */
export function typedFlag(name: string, { schema }: RequestOption): string {
  return flagName(schema.safeParse(undefined).data === true ? `no-${name}` : name);
}

function helpText({ schema, help }: RequestOption, usual: unknown): string {
  const bare = bareSchema(schema);
  const words = bare instanceof z.ZodEnum ? `: ${bare.options.join(', ')}` : '';
  const isShown = typeof usual === 'string' || typeof usual === 'number';
  const facts = [boundsText(bare), ...(isShown ? [`default: ${String(usual)}`] : [])];
  const said = facts.filter((fact) => fact !== '').join('; ');
  return `${help}${words}${said === '' ? '' : ` (${said})`}`;
}

/** The range of a number, or of each number of a list: `1 to 100`, `at least 500`. */
function boundsText(schema: z.ZodType): string {
  if (schema instanceof z.ZodArray) {
    const bounds = boundsText(schema.element as z.ZodType);
    return bounds === '' ? '' : `each ${bounds}`;
  }
  const range = rangeOf(schema);
  if (range === undefined) return '';
  const { least, most } = range;
  return most === undefined ? `at least ${String(least)}` : `${String(least)} to ${String(most)}`;
}

/**
 * A request as it was typed.
 * @param help of the command: `run start --help`
 * @throws UsageError naming the flag, its value and what it may be
 */
export function readFlags<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, unknown>>,
  help: string,
): z.output<Schema> {
  const typed = Object.entries(schema.shape).filter(([key]) => raw[key] !== undefined);
  const parsed = schema.safeParse(
    Object.fromEntries(typed.map(([key, member]) => [key, valueOf(member as z.ZodType, raw[key])])),
  );
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? '');
  throw new UsageError(
    `${flagName(key)} ${JSON.stringify(raw[key] ?? '')} ${issue?.message ?? 'cannot be used'}`,
    `\`espalier ${help}\` lists the flags and their values`,
    { code: 'BAD_FLAG' },
  );
}

/** The value of a text, by the member's schema. A text that is not a number in the range stays, for the schema to refuse. */
function valueOf(member: z.ZodType, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const schema = bareSchema(member);
  const range = rangeOf(schema);
  if (range !== undefined) return readNumber(typed, range) ?? typed;
  if (schema instanceof z.ZodRecord) return levelsFlag(typed);
  if (!(schema instanceof z.ZodArray)) return typed;
  const ofElements = rangeOf(schema.element as z.ZodType);
  return ofElements === undefined ? listFlag(typed) : numbersFlag(ofElements)(typed);
}
