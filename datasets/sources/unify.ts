import { fenceIn } from '../../core/replies/fence-line';

/** Other names of a language. */
const knownAs: Readonly<Record<string, string>> = {
  ...{ py: 'python', python2: 'python', python3: 'python', ipython: 'python' },
  ...{ js: 'javascript', node: 'javascript', ts: 'typescript' },
  ...{ 'c++': 'cpp', cxx: 'cpp', 'c#': 'csharp', cs: 'csharp' },
  ...{ golang: 'go', rb: 'ruby', rs: 'rust', kt: 'kotlin', yml: 'yaml' },
  ...{ sh: 'shell', bash: 'shell', zsh: 'shell' },
};

/** One name for each language, in lower case. */
export function languageName(name: string): string {
  const lower = name.trim().toLowerCase();
  return knownAs[lower] ?? lower;
}

/** The language that the first tagged code block names. '': none does. */
export function fencedLanguage(text: string): string {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const fence = fenceIn(line);
    if (fence === null) continue;
    if (open === null) {
      const tag = /^[A-Za-z][\w+#.-]*/.exec(fence.info)?.[0];
      if (tag !== undefined) return languageName(tag);
      open = fence.mark;
    } else if (closes(open, fence)) open = null;
  }
  return '';
}

/**
 * The text with line feeds alone, without blanks at the ends of its lines and without blank lines around it. Code in fences keeps its
 * blanks, and the first line keeps its indent.
 */
export function unifiedText(text: string): string {
  let open: string | null = null;
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const unified = lines.map((line) => {
    const fence = fenceIn(line);
    if (open === null) {
      open = fence?.mark ?? null;
      return line.trimEnd();
    }
    if (fence === null || !closes(open, fence)) return line;
    open = null;
    return line.trimEnd();
  });
  const first = unified.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : unified.slice(first).join('\n').trimEnd();
}

function closes(open: string, fence: { readonly mark: string; readonly info: string }): boolean {
  return fence.info === '' && fence.mark.startsWith(open);
}
