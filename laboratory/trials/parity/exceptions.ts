/** Programs whose verdict may differ between the two ways, each with its reason. Anything else is a finding. */
export const parityExceptions: Readonly<Record<string, string>> = {
  'HumanEval/50 mutant 2':
    "the change is in the prompt's helper encode_shift: grading in two boxes takes the prompt's own, whatever the program defines",
};

/** MiB of a problem whose check does not fit into the usual memory: 1.7 million tuples of 77, twice. */
export const memoryNeedsMb: Readonly<Record<string, number>> = { 'Mbpp/255': 4_096 };

/** Reference solutions that do not pass, each with its reason. */
export const failingReferences: Readonly<Record<string, string>> = {};
