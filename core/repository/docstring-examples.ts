import type { CaseRecord } from '../python-values/case-record';

/** An example of a docstring that shows what something gives. */
export interface DocstringExample {
  /** As it stands there. */
  readonly shown: string;
  /** Statements of the examples before it, which it may need. */
  readonly setup: readonly string[];
  readonly expression: string;
  /** What it prints, lines joined. */
  readonly expected: string;
}

/** More would crowd the definition out. */
const mostExamples = 10;

/** The examples of a docstring that name the definition and show a result: those that can be checked. */
export function docstringExamples(docstring: string, name: string): readonly DocstringExample[] {
  const found: DocstringExample[] = [];
  const setup: string[] = [];
  for (const { source, expected } of promptsOf(docstring)) {
    const names = new RegExp(`(?<!\\w)${name}(?!\\w)`, 'u').test(source);
    if (expected === '') setup.push(source);
    else if (names && !source.includes('\n')) {
      const shown = `>>> ${source}\n${expected}`;
      found.push({ shown, setup: [...setup], expression: source, expected });
    }
  }
  return found.slice(0, mostExamples);
}

/** Cases for each example: what it gives, and its text, which is compared with the docstring and with nothing else. */
export function exampleCases(examples: readonly DocstringExample[]): string {
  return examples
    .flatMap(({ setup, expression }, at) => {
      const before = setup.flatMap((one) => one.split('\n')).map((line) => `    ${line}`);
      const given = (wrapped: string): string => [...before, `    observe(${wrapped})`].join('\n');
      return [
        `def ${exampleName(at)}():\n${given(expression)}`,
        `def ${textName(at)}():\n${given(`repr(${expression})`)}`,
      ];
    })
    .join('\n\n');
}

export function exampleName(at: number): string {
  return `case_example_${String(at)}`;
}

export function textName(at: number): string {
  return `case_text_${String(at)}`;
}

/** Whether the original does what the docstring shows. @param record of the case of its text */
export function holds({ expected }: DocstringExample, record: CaseRecord): boolean {
  const { error } = record.end;
  if (error !== undefined) {
    const last = expected.split('\n').at(-1)?.trim() ?? '';
    const name =
      error.type
        .slice(error.type.indexOf(':') + 1)
        .split('.')
        .at(-1) ?? '';
    return expected.startsWith('Traceback') && (last === name || last.startsWith(`${name}:`));
  }
  const text = record.observations.at(-1);
  return typeof text === 'string' && squeezed(text) === squeezed(expected);
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

interface Prompt {
  readonly source: string;
  readonly expected: string;
}

function promptsOf(docstring: string): readonly Prompt[] {
  const prompts: { source: string[]; expected: string[]; open: boolean }[] = [];
  for (const line of docstring.split(/\r\n|\r|\n/u)) {
    const text = line.trim();
    const last = prompts.at(-1);
    const prompt = /^>>> (?<source>.*)$/u.exec(text)?.groups?.['source'];
    const more = /^\.\.\.(?: (?<source>.*))?$/u.exec(text);
    if (prompt !== undefined) prompts.push({ source: [prompt], expected: [], open: true });
    else if (last?.open === true && last.expected.length === 0 && more !== null) {
      last.source.push(more.groups?.['source'] ?? '');
    } else if (last !== undefined && text === '') last.open = false;
    else if (last?.open === true) last.expected.push(text);
  }
  return prompts.map(({ source, expected }) => ({
    source: source.join('\n'),
    expected: expected.join('\n'),
  }));
}
