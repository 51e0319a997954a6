export interface ExecutedProgram {
  /** null: it is a whole program, of which no name is asked. */
  readonly entryPoint: string | null;
  readonly program: string;
  /** The text that was executed: the program, perhaps behind what its problem puts before it. Errors count its lines. */
  readonly executed: string;
}

/** A line of the executed text as whoever wrote the program knows it. */
export interface ProgramLine {
  /** `given`: it stands in what the problem puts before the program. */
  readonly of: 'program' | 'given';
  readonly number: number;
  /** Without white space around it. */
  readonly source: string;
  /** As it stands. */
  readonly text: string;
}

export function programLine({ program, executed }: ExecutedProgram, line: number): ProgramLine {
  const before = executed.endsWith(program)
    ? executed.slice(0, executed.length - program.length).split('\n').length - 1
    : 0;
  const text = executed.split('\n')[line - 1] ?? '';
  return line > before
    ? { of: 'program', number: line - before, source: text.trim(), text }
    : { of: 'given', number: line, source: text.trim(), text };
}
