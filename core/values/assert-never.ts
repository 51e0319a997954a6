/** Ends a switch over a union: a new member makes every unfinished switch a type error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
