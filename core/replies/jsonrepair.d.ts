/** The package has a CommonJS build, but declares its types for ES modules only. */
declare module 'jsonrepair' {
  /** JSON out of what is nearly so; throws a JSONRepairError where that is beyond repair. */
  export function jsonrepair(text: string): string;
}
