/** A small, realistic fault: a text in one file and the wrong text in its place. */
export interface PlantedFault {
  /** What the fault does, as a user would meet it. It is also its name: unique in the list. */
  readonly name: string;
  /** Path from the root of the checkout. */
  readonly file: string;
  /** The right text. It is in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files that must notice, from the nearest to the slowest, as paths from the root. */
  readonly tests: readonly string[];
}

export interface FaultArea {
  /** One word. */
  readonly name: string;
  readonly faults: readonly PlantedFault[];
}

/**
 * The text of the file with the fault.
 * @throws RangeError if the right text is not in it exactly once: the list is older than the code
 */
export function withFault(text: string, { name, file, find, replace }: PlantedFault): string {
  const places = text.split(find).length - 1;
  if (places !== 1) {
    throw new RangeError(
      `${name}: ${file} has the text to replace ${String(places)} times, not once`,
    );
  }
  return text.replace(find, () => replace);
}
