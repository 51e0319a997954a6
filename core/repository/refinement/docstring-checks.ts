import { contradictions } from './contradictions';
import type { CapturedTypes } from './contradictions';
import type { DocstringFault } from '../../names/docstring-faults';

/** An example of the docstring, run with the original. */
export interface RunExample {
  readonly source: string;
  /** The result in the docstring, and the result of Python. null: nothing was raised and nothing shown. */
  readonly wanted: string;
  readonly got: string;
}

export interface DocstringFacts {
  readonly docstring: string;
  /** Tokens of the body that the docstring repeats and the signature lacks. null: no run of `leakTokens` or more. */
  readonly leaked: string | null;
  readonly examples: readonly RunExample[];
  readonly captured: CapturedTypes;
  /** Number of programs written from the docstring alone, and how many the harness accepts. null: no model was asked. */
  readonly written: { readonly samples: number; readonly accepted: number } | null;
}

export interface DocstringComplaint {
  readonly fault: DocstringFault;
  /** Words about the fault in the next request. The model sees the body anyway. */
  readonly words: string;
}

/** All faults of a docstring. Empty: the docstring is accepted. */
export function docstringComplaints(facts: DocstringFacts): readonly DocstringComplaint[] {
  const { docstring, leaked, examples, captured, written } = facts;
  const complaints: DocstringComplaint[] = [];
  if (written !== null && written.accepted === 0 && written.samples > 0) {
    const words = `none of ${String(written.samples)} programs that were written from it alone does the same as the function`;
    complaints.push({ fault: 'under-specified', words });
  }
  for (const { source, wanted, got } of examples.filter((one) => !holds(one))) {
    const words = `the example ${source.trim()} gives ${oneLine(got)}, not ${oneLine(wanted)}`;
    complaints.push({ fault: 'wrong-example', words });
  }
  if (leaked !== null)
    complaints.push({ fault: 'leak', words: `it repeats code of the body: ${leaked}` });
  for (const words of contradictions(docstring, captured)) {
    complaints.push({ fault: 'contradiction', words });
  }
  return complaints;
}

/** Compares without white space. For an exception only the last line counts, as in doctest. */
function holds({ wanted, got }: RunExample): boolean {
  const isTrace = /^\s*Traceback /u.test(wanted);
  const told = (text: string): string =>
    oneLine(isTrace ? (text.trim().split('\n').at(-1) ?? '') : text);
  return told(wanted) === told(got);
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
