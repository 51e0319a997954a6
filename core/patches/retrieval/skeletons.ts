import type { TokenBudget } from '../../repository/slices/fill-budget';
import type { OutlineDefinition, OutlinedFile } from '../../schemas/repository-outline';
import { quoteAsData } from '../../words/quote-as-data';

const longestHeader = 400;

/**
 * Files without the bodies of their functions (Agentless, section 3.1): headers, first lines of docstrings, and globals on one line. A file
 * for which there is no room any more is told with its names alone, or else left out.
 * @param files the most important first
 */
export function skeletons(
  files: readonly OutlinedFile[],
  { tokens, countTokens }: TokenBudget,
): string {
  const parts: string[] = [];
  let left = tokens;
  for (const file of files) {
    const fitting = [skeletonOf(file), namesOf(file)].find((text) => countTokens(text) <= left);
    if (fitting === undefined) continue;
    parts.push(fitting);
    left -= countTokens(fitting);
  }
  return parts.join('\n\n');
}

function skeletonOf({ path, definitions }: OutlinedFile): string {
  const lines = definitions.flatMap((one) => linesOf(one));
  return `### ${path}\n${quoteAsData(lines.length === 0 ? '# no definitions' : lines.join('\n'), 'python')}`;
}

function linesOf({ kind, header, doc }: OutlineDefinition): readonly string[] {
  const text = header.length > longestHeader ? `${header.slice(0, longestHeader)}...` : header;
  if (kind === 'global') return [text];
  const indent = `${/^[ \t]*/.exec(header)?.[0] ?? ''}    `;
  return [
    text,
    ...(doc === null ? [] : [`${indent}"""${doc}"""`]),
    ...(kind === 'class' ? [] : [`${indent}...`]),
  ];
}

function namesOf({ path, definitions }: OutlinedFile): string {
  const names = definitions.filter(({ kind }) => kind !== 'global').map(({ name }) => name);
  return `### ${path}\n${quoteAsData(names.join('\n'))}`;
}
