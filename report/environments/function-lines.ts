import { caseText } from '../../core/repository/case-text';
import { filterTable } from '../../core/repository/filters/filter-table';
import { filterWord } from '../../core/names/filters';
import { reasonName } from '../../core/names/environment-reasons';
import type {
  HarnessMeasures,
  HarnessPart,
  HarnessProvenance,
} from '../../core/schemas/environment-harness';
import type { StepNote } from '../../core/schemas/environment-built';
import type { SliceFragment } from '../../core/schemas/slice-fragment';
import { expectedWords } from '../../core/tasks/harness/expected-words';
import { durationText } from '../duration';
import { plural } from '../../core/words/plural';
import { rateText } from '../number-text';
import { terminalLine, terminalSafe } from '../terminal-safe';
import { textTable } from '../text-table';
import { costOf, costText } from './cost';
import type { LoadedFunction } from './load-function';
import { inputText } from './repository-lines';
import { markedLines, markLegend, sourceLines } from './source-lines';

const fragmentLines = 8;
const fragmentsShown = 12;

export interface PageOptions {
  /** Of the terminal; absent: there is no end. */
  readonly columns?: number;
  /** Fragments and feedback whole. */
  readonly full?: boolean;
}

/** `env show RUN FUNCTION` as lines. */
export function functionLines(
  loaded: LoadedFunction,
  { columns = Number.POSITIVE_INFINITY, full = false }: PageOptions = {},
): readonly string[] {
  const { source, fragments, coverage, survivors, notes, built } = loaded;
  return [
    ...headLines(loaded),
    ...section(
      coverage === null ? 'source' : `source   ${markLegend}`,
      source === null ? [] : sourceLines(markedLines(source, coverage, survivors), columns - 2),
    ),
    ...section('depends on', fragmentText(fragments, full)),
    ...section(
      'cases',
      (built?.instance.harness.parts ?? []).flatMap((part, at) =>
        partLines(part, loaded.expected[at] ?? []),
      ),
    ),
    ...section(
      'left out on the way',
      (built?.dropped ?? []).map((one) => terminalLine(`${one.case}: ${reasonName(one.reason)}`)),
    ),
    ...section('steps', stepLines(notes, full || built === null)),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())];
}

function headLines({
  repository: { id, outcome },
  entry,
  definition,
  built,
  notes,
}: LoadedFunction): readonly string[] {
  const provenance = outcome?.repository ?? null;
  const rows: (readonly [string, string])[] = [
    ['function', entry.id],
    ['stage', stageText(entry)],
    [
      'repository',
      provenance === null ? id : `${provenance.name} (${inputText(provenance.input)})`,
    ],
  ];
  if (provenance !== null) {
    rows.push(
      ['commit', provenance.commit ?? 'none'],
      ['licence', provenance.licence ?? 'none found'],
    );
  }
  if (definition !== null) {
    const { kind, tags, signature, lines } = definition;
    rows.push(
      ['definition', [kind, ...tags].join(', ')],
      ['lines', `${String(lines.first)} to ${String(lines.last)}`],
      ['signature', signature.text],
    );
  }
  if (built !== null) {
    const { measures, docstring, environment } = built.instance;
    const faults = docstring.faults.join(', ') || 'no fault found';
    rows.push(
      ['environment', `${environment.sha256}, Python ${environment.python}`],
      ...measureRows(measures),
      ['docstring', `${docstring.by}; ${faults}`],
    );
  }
  if (notes.length > 0) rows.push(['cost', costText(costOf(notes))]);
  const head = textTable(rows.map(([label, text]) => [label, terminalLine(text)]));
  const docstring = built?.instance.docstring.text ?? definition?.docstring ?? '';
  return [
    ...head,
    ...section('docstring', docstring === '' ? [] : dedented(terminalSafe(docstring).trim())),
  ];
}

function stageText(entry: LoadedFunction['entry']): string {
  switch (entry.stage) {
    case 'filtered': {
      const { flag } = filterTable.find(({ id }) => id === entry.filter) ?? { flag: null };
      const of = entry.of === undefined ? '' : `, of ${entry.of}`;
      return `left out by the filter ${entry.filter}${of}${flag === null ? '' : ` (--disable-filter ${filterWord(flag)})`}`;
    }
    case 'not-asked':
      return 'passes the filters; the run was not asked for it';
    case 'waiting':
      return 'its harness is being built, or is to be';
    case 'rejected':
      return `rejected: ${reasonName(entry.reason)}${entry.runnable ? '' : '; none of its cases ran'}`;
    case 'accepted':
      return 'accepted';
  }
}

function measureRows(measures: HarnessMeasures): readonly (readonly [string, string])[] {
  const { cases, branchCoverage, lineCoverage, mutation, flakes, reruns } = measures;
  const branches = branchCoverage === null ? 'no branches' : `branches ${rateText(branchCoverage)}`;
  const { killed, total } = mutation;
  return [
    ['coverage', `${branches}, lines ${rateText(lineCoverage)}`],
    [
      'mutation',
      `${String(killed)} of ${plural(total, 'change')} noticed (${rateText(killed / total)})`,
    ],
    ['cases', String(cases)],
    [
      'flakes',
      `${flakes.map((one) => `${one.case} (${one.cause})`).join(', ') || 'none'} in ${plural(reruns, 'rerun')}`,
    ],
  ];
}

/** Lines without what all but the first, which stands where the quotes do, are indented by. */
function dedented(text: string): readonly string[] {
  const [first = '', ...rest] = text.split('\n');
  const widths = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u));
  const least = Math.min(...widths);
  return [first, ...rest.map((line) => line.slice(least))];
}

function fragmentText(all: readonly SliceFragment[], full: boolean): readonly string[] {
  const fragments = full ? all : all.slice(0, fragmentsShown);
  const more = all.length - fragments.length;
  return [
    ...fragments.flatMap((one) => oneFragment(one, full)),
    ...(more > 0 ? [`and ${plural(more, 'more fragment')} (--full)`] : []),
  ];
}

function oneFragment(
  { path, lines: { first, last }, reason, distance, text, indent }: SliceFragment,
  full: boolean,
): readonly string[] {
  const lines = terminalSafe(text)
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const kept = full ? lines : lines.slice(0, fragmentLines);
  const more = lines.length - kept.length;
  return [
    terminalLine(
      `${path}:${String(first)}-${String(last)} (${reason.edge}, ${plural(distance, 'step')} away)`,
    ),
    ...kept.map((line) => `    ${line}`),
    ...(more > 0 ? [`    ... (${plural(more, 'more line')})`] : []),
  ];
}

function partLines(
  { source, cases, provenance }: HarnessPart,
  expected: LoadedFunction['expected'][number],
): readonly string[] {
  return [
    provenanceText(provenance),
    ...cases.flatMap((name, at) => {
      const record = expected[at];
      const words = record === undefined ? null : expectedWords([record]);
      const text = caseText(source, name) ?? name;
      return [
        ...terminalSafe(text)
          .split('\n')
          .map((line) => `    ${line}`),
        ...(words === null ? [] : [`    # gives ${terminalLine(words)}`]),
      ];
    }),
  ];
}

function provenanceText({ generator, round, model, seed }: HarnessProvenance): string {
  return terminalLine(
    [
      `by ${generator}`,
      `round ${String(round)}`,
      ...(model === undefined ? [] : [model.name, `call ${model.call}`]),
      ...(seed === undefined ? [] : [`seed ${String(seed)}`]),
    ].join(', '),
  );
}

/** Every step that was answered; what the next round was told stands below. */
function stepLines(notes: readonly StepNote[], full: boolean): readonly string[] {
  const table = textTable(
    notes.map((note, at) => [
      String(at + 1),
      note.stage,
      note.generator === null ? '' : `${note.generator} ${String(note.round)}`,
      note.reason === null ? note.came : `${note.came}: ${reasonName(note.reason)}`,
      note.cases === null ? '' : plural(note.cases, 'case'),
      note.measure === null ? '' : rateText(note.measure),
      note.reused ? 'known before' : durationText(note.wallMs),
    ]),
  );
  return table.flatMap((row, at) => {
    const feedback = full ? (notes[at]?.feedback ?? null) : null;
    const told = feedback === null ? [] : terminalSafe(feedback).trimEnd().split('\n');
    return [row, ...told.map((line) => `      ${line}`)];
  });
}
