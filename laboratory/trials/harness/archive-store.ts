import { createHash } from 'node:crypto';

import type { EnvironmentRecord } from '../../../core/schemas/environment';
import type { GradingStore } from '../../../sandbox';

export class ArchiveStore implements GradingStore {
  private readonly archives = new Map<string, Buffer>();
  private readonly records = new Map<string, EnvironmentRecord>();
  private readonly steps = new Map<string, unknown>();

  readonly putArchive: GradingStore['putArchive'] = async (content) => {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    const bytes = Buffer.concat(parts);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.archives.set(sha256, bytes);
    return { sha256, bytes: bytes.length };
  };

  readonly openArchive: GradingStore['openArchive'] = (sha256) => piecesOf(this.bytesOf(sha256));

  readonly environment: GradingStore['environment'] = async (sha256) =>
    this.records.get(sha256) ?? null;

  keepRecord(record: EnvironmentRecord): void {
    this.records.set(record.sha256, record);
  }

  readonly findStep: GradingStore['findStep'] = async (key) => this.steps.get(key) ?? null;

  readonly saveStep: GradingStore['saveStep'] = async (key, result) => {
    this.steps.set(key, result);
  };

  /** @throws RangeError */
  bytesOf(sha256: string): Buffer {
    const bytes = this.archives.get(sha256);
    if (bytes === undefined) throw new RangeError(`no archive ${sha256}`);
    return bytes;
  }

  get hashes(): readonly string[] {
    return [...this.archives.keys()];
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
