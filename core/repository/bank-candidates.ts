/** A program for a bank, in the form that a model would write, and its intended verdict. */
export interface BankCandidate {
  readonly program: string;
  readonly made: 'rewritten' | 'mutated';
}

/** Texts of a definition as programs. A method is in its class, which holds nothing else. */
export function bankCandidates(
  className: string | null,
  { right, wrong }: { readonly right: readonly string[]; readonly wrong: readonly string[] },
): readonly BankCandidate[] {
  return [
    ...right.map((text) => ({ program: inClass(className, text), made: 'rewritten' as const })),
    ...wrong.map((text) => ({ program: inClass(className, text), made: 'mutated' as const })),
  ];
}

/** A program as a model writes it: a method is in its class, and a nested class in its own. */
export function inClass(className: string | null, text: string): string {
  const names = className === null ? [] : className.split('.');
  const indent = '    '.repeat(names.length);
  const heads = names.map((name, depth) => `${'    '.repeat(depth)}class ${name}:\n`);
  return `${heads.join('')}${text.replace(/^(?=.)/gmu, indent)}\n`;
}

/** A line of a bank (llm/simulated): what its program did when it was graded. */
export function bankLine(id: string, { program, made }: BankCandidate, passed: boolean): object {
  return { task_id: id, model: 'reference', method: made, program, recorded_pass: passed };
}
