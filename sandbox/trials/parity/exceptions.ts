/** Programs whose verdict may differ between the two ways, each with its reason. Anything else is a finding. */
export const parityExceptions: Readonly<Record<string, string>> = {
  'HumanEval/50 mutant 2':
    "the change is in the prompt's helper encode_shift: split grading takes the prompt's own, whatever the program defines",
};

/** Reference solutions that do not pass, each with its reason. */
export const failingReferences: Readonly<Record<string, string>> = {};
