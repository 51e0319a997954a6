import { z } from 'zod';

import type { BankModel } from '../replies/reply-to';
import { badRequest, HttpProblem } from '../http-problem';
import type { BatchRules } from './batch-rules';
import { lineAnswers, readInput } from './line-answers';
import type { BatchFiles } from './line-answers';

const Submission = z.object({
  input_file_id: z.string(),
  endpoint: z.string(),
  completion_window: z.literal('24h'),
  metadata: z.record(z.string(), z.string()).nullish(),
});

interface Batch {
  readonly id: string;
  readonly endpoint: string;
  readonly input: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly madeMs: number;
  readonly overLimit: boolean;
  files: BatchFiles | null;
  cancelled: boolean;
}

/** Files and batches of one server, in memory: another server of the same settings does not know them. */
export class SimulatedBatches {
  private readonly files = new Map<string, string>();
  private readonly batches = new Map<string, Batch>();

  constructor(
    private readonly model: BankModel,
    private readonly rules: BatchRules,
  ) {}

  addFile(text: string): object {
    const id = `file-input-${String(this.files.size + 1)}`;
    this.files.set(id, text);
    return { id, object: 'file', bytes: Buffer.byteLength(text), purpose: 'batch' };
  }

  /** @throws HttpProblem */
  content(id: string): string {
    const text = this.files.get(id);
    if (text === undefined) throw absent('file', id);
    return text;
  }

  /** @returns the batch, and whether its submitter hears of it. @throws HttpProblem */
  submit(body: unknown): { readonly batch: object; readonly heard: boolean } {
    const parsed = Submission.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw badRequest(
        'invalid_request',
        `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
      );
    }
    const { input_file_id: input, endpoint, metadata = null } = parsed.data;
    this.content(input);
    const id = `batch-${String(this.batches.size + 1)}`;
    const batch: Batch = {
      ...{ id, endpoint, input, metadata, madeMs: Date.now() },
      ...{
        files: null,
        cancelled: false,
        overLimit: this.batches.size < (this.rules.overLimit ?? 0),
      },
    };
    this.batches.set(id, batch);
    return { batch: this.shown(batch), heard: this.batches.size > (this.rules.unheard ?? 0) };
  }

  /** @throws HttpProblem */
  cancel(id: string): object {
    const batch = this.found(id);
    batch.cancelled ||= batch.files === null;
    return this.shown(batch);
  }

  /** @throws HttpProblem */
  look(id: string): object {
    return this.shown(this.found(id));
  }

  /** The newest first. */
  list({ limit, after }: { readonly limit: number; readonly after: string | null }): object {
    const all = [...this.batches.values()].reverse();
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const page = all.slice(from, from + limit);
    const data = page.map((batch) => this.shown(batch));
    return { object: 'list', data, has_more: from + limit < all.length };
  }

  private found(id: string): Batch {
    const batch = this.batches.get(id);
    if (batch === undefined) throw absent('batch', id);
    return batch;
  }

  private shown(batch: Batch): object {
    const { id, endpoint, input, metadata, madeMs } = batch;
    const { takesMs = 0 } = this.rules;
    const lines = readInput(this.content(input));
    const end = batch.cancelled
      ? 'cancelled'
      : lines === null || batch.overLimit
        ? 'failed'
        : (this.rules.end ?? 'completed');
    const isOver = batch.cancelled || batch.overLimit || Date.now() >= madeMs + takesMs;
    if (isOver && batch.files === null && !batch.cancelled && !batch.overLimit) {
      batch.files = lineAnswers(this.model, lines ?? [], this.rules);
      this.files.set(`file-output-${id}`, batch.files.output);
      this.files.set(`file-errors-${id}`, batch.files.errors);
    }
    const seconds = (ms: number): number => Math.floor(ms / 1000);
    return {
      ...{ id, object: 'batch', endpoint, input_file_id: input, metadata },
      ...{ completion_window: '24h', status: isOver ? end : 'in_progress' },
      created_at: seconds(madeMs),
      ...(isOver ? { [`${end}_at`]: seconds(madeMs + takesMs) } : {}),
      output_file_id: batch.files?.output ? `file-output-${id}` : null,
      error_file_id: batch.files?.errors ? `file-errors-${id}` : null,
      ...(batch.overLimit ? { errors: { data: [overLimit] } } : {}),
      request_counts: { total: lines?.length ?? 0 },
    };
  }
}

const overLimit = { code: 'token_limit_exceeded', message: 'too many tokens wait' };

function absent(what: string, id: string): HttpProblem {
  return new HttpProblem(`there is no ${what} ${id}`, { status: 404, code: `${what}_not_found` });
}
