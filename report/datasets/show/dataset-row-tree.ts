import { plural } from '../../../core/words/plural';
import { drawTree } from '../../draw-tree';
import type { TreeItem } from '../../draw-tree';
import { usdText } from '../../number-text';
import { terminalLine } from '../../terminal-safe';
import type { LineageStep } from '../export/lineage';
import type { DatasetRow } from './dataset-row';

interface Branch extends TreeItem {
  readonly text: string;
}

/** A row as a tree of text: its source rows, its steps, its gates and what it cost. Texts from outside are made safe to print. */
export function datasetRowTree(row: DatasetRow): readonly string[] {
  const branches: Branch[] = [];
  const add = (parent: string | null, text: string): string => {
    const id = String(branches.length);
    branches.push({ id, parent, text });
    return id;
  };
  const sources = add(null, plural(row.rows.length, 'source row'));
  for (const { id, source, licence, lang, query, answer } of row.rows) {
    const facts = [id, `source ${source}`, `licence ${licence ?? 'unknown'}`];
    const hashes = [`query ${short(query)}`, `answer ${short(answer)}`];
    add(sources, [...facts, ...(lang === '' ? [] : [lang]), ...hashes].join(', '));
  }
  const planted = row.errorClass === null ? '' : `, planted error: ${row.errorClass}`;
  add(null, `method ${row.method}${planted}`);
  const steps = add(null, plural(row.steps.length, 'step'));
  for (const [at, step] of row.steps.entries()) add(steps, `${String(at + 1)} ${stepText(step)}`);
  const gates = add(null, gatesText(row));
  for (const { gate, why } of row.findings) add(gates, `${gate}: ${why}`);
  add(null, endText(row));
  add(null, `${plural(row.tokens, 'token')}, ${usdText(row.costUsd)}`);
  return drawTree(branches, ({ text }) => [terminalLine(text)]);
}

function stepText(step: LineageStep): string {
  const of = step.row === undefined ? '' : ` of ${step.row}`;
  if (step.step !== 'asked')
    return `${step.step}${of}: ${step.end}, program ${short(step.program)}`;
  const { speaker, model, value, program, reply, tokens, calls } = step;
  const prompts = calls.map(({ prompt }) => short(prompt)).join(' ');
  return [
    `${speaker}${of}: ${model}`,
    ...(value === null ? [] : [`answered ${value}`]),
    `prompt ${prompts || 'none'}`,
    `reply ${short(reply)}`,
    ...(program === null ? [] : [`program ${short(program)}`]),
    plural(tokens, 'token'),
  ].join(', ');
}

function gatesText({ gates, findings, dialogue }: DatasetRow): string {
  if (dialogue !== null) return `${plural(gates.length, 'gate')} passed`;
  return findings.length === 0
    ? 'no gate was asked'
    : `${plural(findings.length, 'gate')} not passed`;
}

function endText({ dialogue, end, removedBy }: DatasetRow): string {
  if (dialogue === null) return `no dialogue: ${end}`;
  const text = `dialogue ${String(dialogue.id)} (${dialogue.part}), ${plural(dialogue.turns, 'turn')}`;
  return removedBy.length === 0 ? text : `${text}, left out on request: ${removedBy.join(', ')}`;
}

const short = (sha256: string): string => sha256.slice(0, 12);
