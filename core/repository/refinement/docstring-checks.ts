import { contradictions } from './contradictions';
import type { CapturedTypes } from './contradictions';
import type { DocstringFault } from '../../names/docstring-faults';

/** An example of the docstring, run with the reference. */
export interface RunExample {
  readonly source: string;
  /** As the docstring has it, and as Python shows what came; null: it raised nothing and showed nothing. */
  readonly wanted: string;
  readonly got: string;
}

export interface DocstringFacts {
  readonly docstring: string;
  /** A run of tokens of the body that it repeats and the signature does not have; null: none of `leakTokens` or more. */
  readonly leaked: string | null;
  readonly examples: readonly RunExample[];
  readonly captured: CapturedTypes;
  /** Programs written from the docstring alone, and how many of them the harness accepts; null: nobody was asked. */
  readonly written: { readonly samples: number; readonly accepted: number } | null;
}

export interface DocstringComplaint {
  readonly fault: DocstringFault;
  /** What the next question says of it: to a model that is shown the body anyway. */
  readonly words: string;
}

/** Everything that speaks against a docstring; none: it may stand. */
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

/** White space aside; of an exception its last line counts, as in doctest. */
function holds({ wanted, got }: RunExample): boolean {
  const isTrace = /^\s*Traceback /u.test(wanted);
  const told = (text: string): string =>
    oneLine(isTrace ? (text.trim().split('\n').at(-1) ?? '') : text);
  return told(wanted) === told(got);
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
