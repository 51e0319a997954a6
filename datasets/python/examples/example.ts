export interface Example {
  readonly at: number;
  readonly call: string;
  readonly value: string;
}

export interface Subject {
  readonly name: string;
  /** Names of its parameters, in order. */
  readonly parameters: readonly string[];
  /** Everything that its module defines, the function itself included. */
  readonly defined: readonly string[];
}

/** Line breaks are between tokens here: a string that holds one is no example. */
export function onOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
