import { readReply } from '../../replies/read-reply';
import type { FinishReason } from '../../schemas/model';
import type { GenerationReason } from '../../names/environment-reasons';

export type HarnessReply =
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'none'; readonly reason: NoSource };

type NoSource = Exclude<GenerationReason, 'parse_error' | 'over_budget'>;

const beginsAsCode = /^\s*(?:(?:import|from|def|async|class)\s|[@#])/u;
const definesCases = /^\s*(?:async\s+)?def\s+case_|^\s*class\s+\w+\s*\([^)]*TestCase/mu;

/**
 * The cases of a reply: the longest block that defines some, else the longest of all, else a reply that is nothing but cases. An answer that was cut off is none,
 * however much came of it, and prose alone is a refusal. Whether it is Python says the box.
 */
export function readHarnessReply(reply: string, finishReason: FinishReason): HarnessReply {
  if (finishReason === 'length') return none('gen_truncated');
  if (finishReason === 'content-filter') return none('gen_refused');
  if (finishReason === 'context-length') return none('gen_empty');
  const { answer, blocks } = readReply(reply);
  if (blocks.some(({ open }) => open === true)) return none('gen_truncated');
  const defining = blocks.filter(({ text }) => definesCases.test(text));
  const among = defining.length > 0 ? defining : blocks;
  const source = among.reduce(
    (longest, { text }) => (text.length > longest.length ? text : longest),
    '',
  );
  const bare =
    source === '' && beginsAsCode.test(answer) && definesCases.test(answer) ? answer : source;
  if (bare.trim() !== '') return { kind: 'source', source: `${bare.trimEnd()}\n` };
  const prose = answer.replace(/^\s*(?:`{3,}|~{3,})\s*\w*\s*$/gmu, '');
  return none(prose.trim() === '' ? 'gen_empty' : 'gen_refused');
}

function none(reason: NoSource): HarnessReply {
  return { kind: 'none', reason };
}
