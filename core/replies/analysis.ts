import { clipText } from '../values/text-excerpt';

/** Longest analysis that is kept, in UTF-16 code units. */
export const longestAnalysis = 4000;

/** The text of a judge beside its verdict: `analysis` of the object, otherwise the whole reply. */
export function analysisIn(
  object: Readonly<Record<string, unknown>> | null,
  reply: string,
): string {
  const named = Object.entries(object ?? {}).find(([name]) => name.toLowerCase() === 'analysis');
  const analysis = typeof named?.[1] === 'string' ? named[1] : reply;
  return clipText(analysis.trim(), longestAnalysis);
}
