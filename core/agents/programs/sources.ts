import { readReply } from '../../replies/read-reply';
import type { ReadReply } from '../../replies/read-reply';
import type { ModuleStatement, PythonReader } from '../../adapters/python-reader';
import { codeInJson } from './code-in-json';
import { unfencedCode } from './unfenced-code';
import { unescapedHtml, unwrapSource } from './unwrap-source';

/** A text of a reply that may be its program, or a part of it. */
export interface Source {
  readonly text: string;
  readonly statements: readonly ModuleStatement[];
  /** Whether it is in a fence, in its own tags, or at the beginning of a reply that continues after a fence. */
  readonly marked: boolean;
  readonly introduction: string;
}

/** Length of the text before a block that may describe the block. */
const maxIntroductionChars = 300;

/** Code in JSON may have a fence of its own. */
function asReply(code: string): ReadReply {
  const read = readReply(code);
  if (read.blocks.length > 0) return read;
  return { ...read, parts: [{ kind: 'block', info: '', text: code }] };
}

export function sourcesOf({ parts, answer }: ReadReply, python: PythonReader): readonly Source[] {
  const inAnswer = codeInJson(answer);
  if (inAnswer !== null) return sourcesOf(asReply(inAnswer), python);
  const sources: Source[] = [];
  let introduction = '';
  const add = (text: string, info: string, marked: boolean) => {
    const inJson = codeInJson(text);
    const found =
      inJson === null
        ? [sourceOf(unwrapSource(text, info), marked, python)]
        : sourcesOf(asReply(inJson), python);
    for (const source of found)
      if (source.text.trim() !== '') sources.push({ ...source, introduction });
  };
  parts.forEach((part, place) => {
    if (part.kind === 'block') {
      add(part.text, part.info, true);
      introduction = '';
      return;
    }
    for (const { text, html, tagged, first } of unfencedCode(part.text)) {
      const begunInFence = first && place === 0 && parts.length > 1;
      add(html ? unescapedHtml(text) : text, '', tagged || begunInFence);
    }
    introduction = part.text.slice(-maxIntroductionChars);
  });
  return sources;
}

function sourceOf(text: string, marked: boolean, { statements }: PythonReader): Source {
  return { text, statements: statements(text), marked, introduction: '' };
}
