/** Prose may come before the backticks. An inline span has more backticks on its line. */
const backtickFence = /^([^`]*)(`{3,})([^`]*)$/;
const tildeFence = /^(\s*)(~{3,})([^~]*)$/;

export interface FenceLine {
  readonly before: string;
  readonly mark: string;
  readonly info: string;
}

/** The fence of a line, with the text before and after it. null: the line has none. */
export function fenceIn(line: string): FenceLine | null {
  const match = backtickFence.exec(line) ?? tildeFence.exec(line);
  if (match === null) return null;
  return { before: match[1] ?? '', mark: match[2] ?? '', info: (match[3] ?? '').trim() };
}

/** An info string that is a language, or one with attributes: `python`, `c++`, `python title="a.py"`. */
export function namesLanguage(info: string): boolean {
  return /^[A-Za-z][\w+#.-]*(?:\s+\w+=.*|\s*\{.*\})?$/.test(info);
}

/** Python, or no language. */
export function maybePython(info: string): boolean {
  return info === '' || /^(?:python|py)/i.test(info);
}

/** At most `indent` white-space characters less. */
export function dedented(line: string, indent: number): string {
  let cut = 0;
  while (cut < indent && (line.charAt(cut) === ' ' || line.charAt(cut) === '\t')) cut += 1;
  return line.slice(cut);
}
