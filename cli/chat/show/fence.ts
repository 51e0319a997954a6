/** A fence that is open: how it may be closed, and what stands behind it. */
export interface OpenFence {
  readonly mark: string;
  /** Usually a language. */
  readonly info: string;
}

export interface FenceStep {
  readonly line: 'text' | 'opens' | 'code' | 'closes';
  readonly open: OpenFence | null;
}

/** What a line is, given the fence it stands in: three or more backticks or tildes, closed by at least as many. */
export function stepFence(open: OpenFence | null, line: string): FenceStep {
  const [, mark = '', info = ''] = /^\s*(`{3,}|~{3,})\s*(.*?)\s*$/u.exec(line) ?? [];
  if (open === null) {
    // Backticks behind backticks on one line are a span of text.
    if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return { line: 'text', open };
    return { line: 'opens', open: { mark, info } };
  }
  const closes = mark !== '' && info === '' && mark.startsWith(open.mark);
  return closes ? { line: 'closes', open: null } : { line: 'code', open };
}
