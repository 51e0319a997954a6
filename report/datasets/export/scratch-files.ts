import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

import { NotReadyError } from '../../../core/errors/errors';
import { canonicalJson } from '../../../core/values/canonical-json';
import type { JsonValue } from '../../../core/values/canonical-json';
import type { FileContent } from '../../export/write-directory';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Files that grow row by row, outside memory. */
export class ScratchFiles {
  private readonly streams = new Map<string, WriteStream>();
  private readonly counts = new Map<string, number>();
  private failure: Error | null = null;

  constructor(private readonly folder: string) {}

  open(name: string): WriteStream {
    const known = this.streams.get(name);
    if (known !== undefined) return known;
    const stream = createWriteStream(this.pathOf(name));
    // Without a listener a full disk would end the process.
    stream.on('error', (error) => {
      this.failure ??= error;
    });
    this.streams.set(name, stream);
    return stream;
  }

  async add(name: string, row: JsonValue): Promise<void> {
    const stream = this.open(name);
    this.counts.set(name, this.count(name) + 1);
    const hasRoom = stream.write(`${canonicalJson(row)}\n`);
    if (!hasRoom && !stream.errored) await once(stream, 'drain').catch(() => undefined);
    this.throwFailure();
  }

  count(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** The rows of a file, after `close`. */
  async *rows(name: string): AsyncGenerator<{ readonly row: JsonObject; readonly chars: number }> {
    for await (const line of linesOf(this.pathOf(name))) {
      yield { row: JSON.parse(line) as JsonObject, chars: line.length };
    }
  }

  async close(): Promise<void> {
    for (const stream of this.streams.values()) {
      stream.end();
      await finished(stream).catch(() => undefined);
    }
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure === null) return;
    throw new NotReadyError(
      `the export cannot be put together in ${this.folder}: ${this.failure.message}`,
      'Make room on its disk, or name another folder with TMPDIR',
      { code: 'EXPORT_NOT_WRITABLE', cause: this.failure },
    );
  }

  contents(): readonly (readonly [string, FileContent])[] {
    return [...this.streams.keys()].map((name) => [
      name,
      () => createReadStream(this.pathOf(name)),
    ]);
  }

  pathOf(name: string): string {
    return join(this.folder, name.replaceAll('/', '-'));
  }
}

/** Lines of a file. `node:readline` also ends a line at U+2028, which JSON may hold. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
