import type { TaskTestsRun } from '../adapters/sandbox';
import type { PatchCheck } from '../grading/check';
import type { LogParserName } from '../names/log-parser-names';
import { logParser } from './logs/log-parsers';
import { isPass } from './logs/test-status';
import type { TestStatuses } from './logs/test-status';

/** Names that are told of a disagreement. */
const mostTold = 5;

/** Rows of SWE-bench also list words that the official parser took from the output, such as `[100%]`. No reporter knows these. */
const isTest = (id: string): boolean => id.includes('::');

/**
 * Where the witnesses of a run of tests disagree about a test that decides: the log, as the official parser reads it, and the
 * reporter, whose words go through the same parser, so that both are read alike. Empty: they agree.
 */
export function agreement(
  { gold, parser }: NonNullable<PatchCheck['judged']>,
  { statuses, trouble, log }: TaskTestsRun,
): readonly string[] {
  if (statuses === null) return trouble;
  const logged = logParser(parser)(log);
  const told = asParsed(statuses, parser);
  const differing = [...gold.failToPass, ...gold.passToPass.filter(isTest)].filter(
    (test) =>
      !told.unclear.has(test) && isPass(logged.get(test)) !== isPass(told.statuses.get(test)),
  );
  const words = differing.slice(0, mostTold).map((test) => {
    const [inLog, inStream] = [logged.get(test) ?? 'nothing', told.statuses.get(test) ?? 'nothing'];
    return `${test}: the log says ${inLog}, the reporter ${inStream}`;
  });
  const more = differing.length - words.length;
  return [...trouble, ...words, ...(more > 0 ? [`and ${String(more)} more tests`] : [])];
}

/** Statuses under the ids that the parser gives them. `unclear`: ids that it makes of tests with different statuses. */
function asParsed(
  statuses: Readonly<Record<string, string>>,
  parser: LogParserName,
): { readonly statuses: TestStatuses; readonly unclear: ReadonlySet<string> } {
  const found = new Map<string, string>();
  const unclear = new Set<string>();
  for (const [id, status] of Object.entries(statuses)) {
    for (const [parsed, word] of logParser(parser)(`${status} ${id}`)) {
      const before = found.get(parsed);
      if (before !== undefined && isPass(before) !== isPass(word)) unclear.add(parsed);
      found.set(parsed, word);
    }
  }
  return { statuses: found, unclear };
}
