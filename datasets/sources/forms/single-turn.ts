import type { RawRow } from '../raw-row';
import { anyText, filledText, textOrNone } from '../row-texts';
import { hasAll } from '../source-form';
import type { FormRow, SourceForm } from '../source-form';

/** CodeFeedback-Filtered-Instruction. */
export const filteredInstruction: SourceForm = {
  name: 'filtered-instruction',
  columns: 'query, answer',
  recognises: hasAll('query', 'answer'),
  toRow: pair('query', 'answer'),
};

/** Magicoder OSS-Instruct. */
export const ossInstruct: SourceForm = {
  name: 'oss-instruct',
  columns: 'problem, solution',
  recognises: hasAll('problem', 'solution'),
  toRow: pair('problem', 'solution'),
};

/** Magicoder Evol-Instruct. */
export const evolInstruct: SourceForm = {
  name: 'evol-instruct',
  columns: 'instruction, response',
  recognises: hasAll('instruction', 'response'),
  toRow: pair('instruction', 'response'),
};

/** Alpaca, Code Alpaca and Evol-Instruct-Code. An input that is not blank belongs to the query. */
export const alpaca: SourceForm = {
  name: 'alpaca',
  columns: 'instruction, output (and input)',
  recognises: hasAll('instruction', 'output'),
  toRow: (raw) => {
    const row = pair('instruction', 'output')(raw);
    const input = textOrNone(raw, 'input');
    return input.trim() === '' ? row : { ...row, query: `${row.query.trimEnd()}\n\n${input}` };
  },
};

/** OASST as OctoPack filtered it. */
export const promptCompletion: SourceForm = {
  name: 'prompt-completion',
  columns: 'prompt, completion',
  recognises: hasAll('prompt', 'completion'),
  toRow: pair('prompt', 'completion'),
};

/** A question in one column and its answer in another. */
function pair(query: string, answer: string): (raw: RawRow) => FormRow {
  return (raw) => ({
    query: anyText(raw, query),
    answer: filledText(raw, answer),
    lang: textOrNone(raw, 'lang'),
  });
}
