import type { z } from 'zod';

import type { WorkKind } from '../../core/schemas/run';

/** Its name is the request member (`maxTokens`) and the flag (`--max-tokens`). A switch on by default has `--no-…`. */
export interface RequestOption {
  /** Check and default. */
  readonly schema: z.ZodType;
  /** Placeholder of the flag's value, such as `<n>`. Absent: the flag is a switch. */
  readonly value?: string;
  /** Help text. The command line appends the words of an enumeration, the range of a number, and the default. */
  readonly help: string;
  /** Default, where the schema leaves the member undefined. */
  readonly usual?: string | number;
  /** The flag can be given several times: what is typed is joined by commas. */
  readonly repeats?: true;
  /** Of a run: the only kind of work that takes the option. Absent: every kind. */
  readonly kind?: WorkKind;
}

export type RequestOptions = Readonly<Record<string, RequestOption>>;

/** The schemas of options, by name: the members of a request. */
export function membersOf<Options extends RequestOptions>(
  options: Options,
): { readonly [Name in keyof Options]: Options[Name]['schema'] } {
  const members = Object.entries(options).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(members) as ReturnType<typeof membersOf<Options>>;
}
