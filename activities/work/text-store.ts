import type { BlobStore } from '../../core/ports/records';
import type { TextRef } from '../../core/schemas/text';
import { excerptOf } from '../../core/values/text-excerpt';

/** Stores texts and returns references. Histories and trees hold the references. */
export class TextStore {
  constructor(private readonly blobs: BlobStore) {}

  async keep(text: string): Promise<TextRef> {
    return { sha256: await this.blobs.put(text), excerpt: excerptOf(text) };
  }

  keepAll(texts: readonly string[]): Promise<readonly TextRef[]> {
    return Promise.all(texts.map((text) => this.keep(text)));
  }

  read(sha256: string): Promise<string> {
    return this.blobs.get(sha256);
  }

  async readOptional(reference: TextRef | null): Promise<string | null> {
    return reference === null ? null : this.read(reference.sha256);
  }
}
