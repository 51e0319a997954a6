/** A line that may begin code without a fence. Prose does not continue in this way. */
const opening =
  /^\s*(?:(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:]|import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,[\s\w.,]*)?\s*(?:#.*)?$|from\s+[\w.]+\s+import\s+|@\w[\w.]*(?:\(.*\))?\s*$)/;

/** A line that is nothing but a tag: `<answer>`, `[PYTHON]`, `\begin{lstlisting}`. */
const tagLine =
  /^\s*(?:<\/?[A-Za-z][\w:.-]*(?:\s[^<>]*)?>|<\|[\w ]+\|>|\[\/?[A-Z]+\]|\\(?:begin|end)\{\w+\}(?:\[[^\]]*\])?)\s*$/;

/** Tags around code on one line with it. */
const leadingTags =
  /^\s*(?:(?:<(?:answer|code|solution|python|pre|tool_call|tool_code|function_call|function=\w+|invoke|parameter)\b[^<>]*>|\[(?:PYTHON|TOOL_CALLS)\]|<\|(?:python_tag|tool_call_begin|tool_call)\|>)\s*)+/i;
const trailingTags =
  /(?:(?:<\/(?:answer|code|solution|python|pre|tool_call|tool_code|function_call|function|invoke|parameter)>|\[\/PYTHON\]|<\|[\w ]+\|>|<\/s>|<end_of_turn>)\s*)+$/i;

/** The tags in which HTML's signs are escaped. */
const htmlTag = /<(?:pre|code)\b/i;

export interface Stretch {
  readonly text: string;
  /** Tags stood around it, and those of HTML. */
  readonly tagged: boolean;
  readonly html: boolean;
  /** Whether there was no text before it. */
  readonly first: boolean;
}

/** The parts of prose between tags, each from the line where code begins. */
export function unfencedCode(prose: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let lines: string[] = [];
  let tag = '';
  const end = () => {
    const start = Math.max(
      0,
      lines.findIndex((line) => opening.test(line)),
    );
    const text = lines.slice(start).join('\n');
    const first = lines.slice(0, start).every((line) => line.trim() === '');
    if (text.trim() !== '')
      stretches.push({ text, tagged: tag !== '', html: htmlTag.test(tag), first });
    lines = [];
    tag = '';
  };
  for (const line of prose.split('\n')) {
    const leading = leadingTags.exec(line)?.[0] ?? '';
    const isTag = tagLine.test(line);
    if (isTag || leading !== '') {
      end();
      tag = isTag ? line : leading;
    }
    if (isTag) continue;
    const code = line.slice(leading.length);
    lines.push(code.replace(trailingTags, ''));
    if (trailingTags.test(code)) end();
  }
  end();
  return stretches;
}
