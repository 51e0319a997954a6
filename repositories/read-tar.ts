const block = 512;

export interface TarLimits {
  /** Of one file: a larger one is named and not read. */
  readonly fileBytes: number;
  /** Of all files that are read together: later ones are named and not read. */
  readonly totalBytes: number;
  /** Whether symbolic links are given, too. */
  readonly links?: boolean | undefined;
}

/** A file of a tar. null: it is larger than the limits, or `wanted` does not want it. */
export interface TarFile {
  readonly path: string;
  readonly content: Buffer | null;
  readonly executable: boolean;
  /** Of a symbolic link: where it leads. */
  readonly target?: string | undefined;
}

/**
 * The regular files of a tar of a tree that was taken in, in its order. It reads what `encodeTar` and Python's `tarfile` write: ustar, and
 * names in pax and GNU headers. Content that is not wanted is not kept in memory.
 */
export async function* readTar(
  content: AsyncIterable<Uint8Array>,
  wanted: (path: string) => boolean,
  limits: TarLimits,
): AsyncGenerator<TarFile> {
  const input = new Input(content);
  try {
    yield* filesIn(input, wanted, limits);
  } finally {
    // Whoever gives the bytes puts away what they come from.
    await input.close();
  }
}

async function* filesIn(
  input: Input,
  wanted: (path: string) => boolean,
  { fileBytes, totalBytes, links = false }: TarLimits,
): AsyncGenerator<TarFile> {
  let left = totalBytes;
  let longName: string | null = null;
  let longTarget: string | null = null;
  for (;;) {
    const header = await input.take(block);
    if (header === null || header.every((byte) => byte === 0)) return;
    const size = numberIn(header, 124, 12);
    const kind = String.fromCharCode(header[156] ?? 0);
    const padded = Math.ceil(size / block) * block;
    if (kind === 'x' || kind === 'L' || kind === 'K') {
      const body = ((await input.take(padded)) ?? Buffer.alloc(0)).subarray(0, size);
      const said = kind === 'x' ? paxRecords(body) : {};
      if (kind === 'L') longName = textOf(body, 0, size);
      if (kind === 'K') longTarget = textOf(body, 0, size);
      longName = said['path'] ?? longName;
      longTarget = said['linkpath'] ?? longTarget;
      continue;
    }
    const path = longName ?? nameIn(header);
    const target = longTarget ?? textOf(header, 157, 100);
    if (kind !== 'g') longName = longTarget = null;
    const executable = (numberIn(header, 100, 8) & 0o100) !== 0;
    if (kind === '2' && links && wanted(path)) yield { path, content: null, executable, target };
    const isFile = kind === '0' || kind === '\0';
    if (!isFile || size > fileBytes || size > left || !wanted(path)) {
      await input.skip(padded);
      if (isFile) yield { path, content: null, executable };
      continue;
    }
    const body = await input.take(padded);
    if (body === null) return;
    left -= size;
    yield { path, content: body.subarray(0, size), executable };
  }
}

class Input {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private held = Buffer.alloc(0);

  constructor(content: AsyncIterable<Uint8Array>) {
    this.chunks = content[Symbol.asyncIterator]();
  }

  /** A copy of so many bytes. null: there are fewer. */
  async take(bytes: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let missing = bytes;
    while (missing > 0) {
      if (this.held.length === 0 && !(await this.more())) return null;
      const part = this.held.subarray(0, missing);
      this.held = this.held.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async skip(bytes: number): Promise<void> {
    let missing = bytes;
    while (missing > 0) {
      if (this.held.length === 0 && !(await this.more())) return;
      const part = Math.min(missing, this.held.length);
      this.held = this.held.subarray(part);
      missing -= part;
    }
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.held = Buffer.from(next.value);
    return true;
  }
}

function textOf(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
}

function numberIn(header: Buffer, at: number, length: number): number {
  // GNU writes sizes above 8 GiB in base 256. No tree of ours has such a file.
  const value = Number.parseInt(textOf(header, at, length).trim() || '0', 8);
  return Number.isNaN(value) ? 0 : value;
}

function nameIn(header: Buffer): string {
  const prefix = textOf(header, 257, 5) === 'ustar' ? textOf(header, 345, 155) : '';
  const name = textOf(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records `<length> <key>=<value>\n`, the length in bytes. */
function paxRecords(body: Buffer): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let at = 0; at < body.length;) {
    const blank = body.indexOf(0x20, at);
    const length = Number(body.subarray(at, blank).toString('latin1'));
    if (blank < 0 || !Number.isInteger(length) || length <= 0) return found;
    const [key = '', ...value] = body
      .subarray(blank + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    found[key] = value.join('=');
    at += length;
  }
  return found;
}
