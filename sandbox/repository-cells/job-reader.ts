import { createHash, type Hash } from 'node:crypto';

import type {
  JobEnd,
  JobFile,
  JobOptions,
  JobRecord,
  JobResult,
} from '../../core/adapters/repository';
import { FrameError } from '../guest/frames';
import { readRecord, type CellFrame, type JobAnswer } from './job-answer';
import { LineEnd } from './line-end';
import { TakenQueue } from './taken-queue';
import { channels, type ChannelBytes } from './wire-frames';

/** What goes to the cell while a job runs. */
export interface JobLink {
  readonly stop: () => void;
  /** So many bytes of a channel were worked on: as many more may come. */
  readonly taken: (channel: 'file' | 'line', bytes: number) => void;
  readonly sendLine: (bytes: Buffer) => void;
}

interface OpenFile {
  readonly name: string;
  readonly hash: Hash;
  bytes: number;
  readonly content: TakenQueue<Buffer> | null;
}

const nonsense: JobEnd = {
  kind: 'raised',
  error: { type: '', message: 'a record is no object in JSON' },
  detail: 'tampering',
};

/** Hears one job until its end: records, files, its line. */
export class JobReader {
  private readonly records: JobRecord[] = [];
  private readonly files: JobFile[] = [];
  private readonly work: Promise<void>[] = [];
  private readonly line: LineEnd | null;
  private file: OpenFile | null = null;
  private answer: JobRecord | null = null;
  private malformed = false;
  /** What somebody who was told something has thrown. */
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly link: JobLink,
    private readonly options: Pick<JobOptions, 'onRecord' | 'onFile' | 'indexLine'>,
    private readonly attempt: number,
  ) {
    const { indexLine } = options;
    const taken = (bytes: number): void => link.taken('line', bytes);
    this.line = indexLine === undefined ? null : new LineEnd(link.sendLine, taken);
    if (this.line !== null) this.watch(indexLine?.(this.line));
  }

  hearBytes({ channel, bytes }: ChannelBytes): void {
    if (channel === channels.record) this.keep(this.readRecord(bytes));
    else if (channel === channels.answer) this.answer = this.readRecord(bytes);
    else if (channel === channels.line) this.line?.hear(bytes);
    else if (channel === channels.file && this.file !== null) this.hearFile(this.file, bytes);
    else throw new FrameError('bytes on no channel');
  }

  /** Its end; undefined: more is to come. @throws FrameError */
  hear(frame: CellFrame): JobAnswer | undefined {
    if ('job' in frame) return frame.job;
    if ('taken' in frame) this.line?.taken(frame.taken);
    else if ('file' in frame) this.beginFile(frame.file);
    else if ('fileEnd' in frame) this.endFile();
    else throw new FrameError('no answer to a job');
    return undefined;
  }

  /** Nothing more is heard. Whoever was told something is waited for. @throws what one of them has thrown */
  async finish(): Promise<void> {
    this.file?.content?.end(new FrameError('the file was not handed over whole'));
    this.file = null;
    this.line?.end();
    await Promise.all(this.work);
    if (this.failure !== null) throw this.failure.error;
  }

  /** null: it was stopped from here. */
  result({ end, ...rest }: JobAnswer): JobResult | null {
    const told = this.endOf(end);
    if (told === null) return null;
    return { ...rest, end: told, records: this.records, files: this.files };
  }

  private endOf(end: JobAnswer['end']): JobEnd | null {
    if (this.malformed) return nonsense;
    if (end.kind === 'stopped') return null;
    if (end.kind !== 'finished') return end;
    return this.answer === null ? nonsense : { kind: 'finished', record: this.answer };
  }

  private readRecord(bytes: Buffer): JobRecord | null {
    const record = readRecord(bytes);
    if (record === null) {
      this.malformed = true;
      this.link.stop();
    }
    return record;
  }

  private keep(record: JobRecord | null): void {
    const { onRecord } = this.options;
    if (record === null || this.failure !== null) return;
    if (onRecord === undefined) return void this.records.push(record);
    try {
      onRecord(record, this.attempt);
    } catch (error) {
      this.fail(error);
    }
  }

  private beginFile(name: string): void {
    if (this.file !== null) throw new FrameError('a file within a file');
    const { onFile } = this.options;
    const content =
      onFile === undefined
        ? null
        : new TakenQueue<Buffer>((bytes) => this.link.taken('file', bytes.length));
    this.file = { name, hash: createHash('sha256'), bytes: 0, content };
    if (content === null) return;
    this.watch(onFile?.(name, content, this.attempt).finally(() => content.drop()));
  }

  private hearFile(file: OpenFile, bytes: Buffer): void {
    file.hash.update(bytes);
    file.bytes += bytes.length;
    if (file.content === null) this.link.taken('file', bytes.length);
    else file.content.push(bytes);
  }

  private endFile(): void {
    if (this.file === null) throw new FrameError('the end of no file');
    const { name, bytes, hash, content } = this.file;
    this.files.push({ name, bytes, hash: hash.digest('hex') });
    content?.end();
    this.file = null;
  }

  private watch(work: Promise<void> | undefined): void {
    if (work !== undefined) this.work.push(work.catch((error: unknown) => this.fail(error)));
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.link.stop();
  }
}
