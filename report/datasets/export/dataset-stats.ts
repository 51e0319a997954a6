import { lexicalVectors } from '../../../core/code-feedback/packing/lexical-vector';
import type { Packing } from '../../../core/code-feedback/packing/pack-rows';
import type { DatasetConfig, MadeRow } from './read-dataset';

type Counts = Record<string, number>;

/** The numbers of a data set. Each stage adds up to the stage before it. */
export interface DatasetCounts {
  readonly sources: DatasetConfig['build']['ingested'];
  readonly planned: number;
  /** Rows of the sources that are part of the dialogue of another row (`similar`). */
  readonly partners: number;
  /** Planned rows by how they ended. */
  readonly rows: Readonly<Record<string, number>>;
  /** The same of dialogues, by method. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Findings by gate. */
  readonly gates: Readonly<Record<string, number>>;
  /** Rounds of feedback of the exported dialogues. A skipped round could not be read. */
  readonly feedback: { readonly given: number; readonly skipped: number };
  readonly packing: {
    readonly vectors: string;
    readonly dialogues: number;
    readonly bypassed: number;
    readonly unused: number;
    readonly meanSimilarity: number;
  };
  readonly exported: {
    readonly dialogues: number;
    readonly turns: number;
    readonly removed: number;
    readonly train: number;
    readonly test: number;
  };
  /** Source rows of the exported dialogues, by source and licence. */
  readonly licences: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Sources and rows that are left out on request. */
  readonly leftOut: readonly string[];
}

/** Counts of an export, stage by stage in the order of the work. */
export class DatasetStats {
  private readonly ends: Counts = {};
  private readonly methods: Record<string, Counts> = {};
  private readonly gates: Counts = {};
  private readonly licences: Record<string, Counts> = {};
  private readonly feedback = { given: 0, skipped: 0 };
  private readonly parts = { train: 0, test: 0 };
  private removed = 0;
  private turns = 0;

  constructor(
    private readonly config: DatasetConfig,
    private readonly packing: Packing,
    /** Sources and rows that are left out on request. */
    private readonly leftOut: readonly string[],
  ) {}

  add({ method, rows, steps, made }: MadeRow, part: 'train' | 'test' | 'removed' | null): void {
    const end = part === 'removed' ? part : made.kind === 'dialogue' ? 'exported' : made.end;
    // A packed dialogue takes several planned rows; partners of other methods are not planned by themselves.
    count(this.ends, end, method === 'pack' ? rows.length : 1);
    count((this.methods[method] ??= {}), end);
    if (part === 'removed') this.removed += made.kind === 'dialogue' ? 1 : 0;
    else if (made.kind === 'none') for (const { gate } of made.findings) count(this.gates, gate);
    else {
      this.turns += made.turns.length;
      if (part !== null) this.parts[part] += 1;
      for (const { source, licence } of rows) {
        count((this.licences[source] ??= {}), licence ?? 'unknown');
      }
      for (const step of steps) {
        if (step.kind === 'asked' && step.speaker === 'asking-user') {
          this.feedback[step.value === null ? 'skipped' : 'given'] += 1;
        }
      }
    }
  }

  get dialogues(): number {
    return this.parts.train + this.parts.test;
  }

  counts(): DatasetCounts {
    const { bypassed, unused, meanSimilarity, packed } = this.packing;
    const planned = this.config.problems.length;
    const sources = Object.values(this.config.build.ingested);
    return {
      sources: this.config.build.ingested,
      planned,
      partners: sources.reduce((sum, source) => sum + source.planned, 0) - planned,
      rows: this.ends,
      methods: this.methods,
      gates: this.gates,
      feedback: this.feedback,
      packing: {
        vectors: this.config.build.recipe.models.embedder ?? lexicalVectors,
        ...{ dialogues: packed.length, bypassed, unused },
        meanSimilarity: Math.round(meanSimilarity * 10_000) / 10_000,
      },
      exported: {
        dialogues: this.dialogues,
        turns: this.turns,
        removed: this.removed,
        ...this.parts,
      },
      licences: this.licences,
      leftOut: this.leftOut,
    };
  }
}

function count(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}
