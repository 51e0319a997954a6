import type { SanitiseSubject } from './sanitise-subjects';

/** What two sanitisers made of one text; null: one came to no end with it. */
export interface SanitisedTwice {
  readonly subject: SanitiseSubject;
  readonly tool: string | null;
  readonly ours: string | null;
}

export interface SanitiseFigures {
  readonly source: string;
  readonly texts: number;
  readonly same: number;
  readonly differ: number;
  /** Without an end by the tool, or by ours: nothing is said of these. */
  readonly toolEndless: number;
  readonly oursEndless: number;
}

export function differs({ tool, ours }: SanitisedTwice): boolean {
  return tool !== null && ours !== null && tool !== ours;
}

/** Figures by source, in the order of the first text of each. */
export function sanitiseFigures(all: readonly SanitisedTwice[]): readonly SanitiseFigures[] {
  const sources = [...new Set(all.map(({ subject }) => subject.source))];
  return sources.map((source) => {
    const of = all.filter(({ subject }) => subject.source === source);
    const count = (asked: (one: SanitisedTwice) => boolean) => of.filter(asked).length;
    return {
      source,
      texts: of.length,
      same: count(({ tool, ours }) => tool !== null && tool === ours),
      differ: count(differs),
      toolEndless: count(({ tool }) => tool === null),
      oursEndless: count(({ ours }) => ours === null),
    };
  });
}
