/** Programs whose verdict may differ between the two ways, each with its reason. Anything else is a finding. */
export const parityExceptions: Readonly<Record<string, string>> = {
  'HumanEval/50 mutant 2':
    "the change is in the prompt's helper encode_shift: split grading takes the prompt's own, whatever the program defines",
  'Mbpp/255':
    'its results are of hundreds of MB, more than crosses the border at once: such a problem is graded shared',
};

/** MiB of a problem whose check does not fit into the usual memory: 1.7 million tuples of 77, twice. */
export const memoryNeedsMb: Readonly<Record<string, number>> = { 'Mbpp/255': 4_096 };

/** Reference solutions that do not pass, each with its reason. */
export const failingReferences: Readonly<Record<string, string>> = {};
