/** Programs whose verdict may differ between the two ways, each with its reason. Anything else is a finding. */
export const parityExceptions: Readonly<Record<string, string>> = {};

/** Reference solutions that do not pass, each with its reason. */
export const failingReferences: Readonly<Record<string, string>> = {};
