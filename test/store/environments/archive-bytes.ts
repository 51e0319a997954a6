/** What an archive of tests is made of. */
export interface ArchiveSeed {
  readonly seed: string;
  /** Of 64 KiB; no two of them are equal. */
  readonly chunks: number;
}

export async function* archiveBytes({ seed, chunks }: ArchiveSeed): AsyncGenerator<Buffer> {
  for (let place = 0; place < chunks; place += 1) {
    yield Buffer.alloc(64 * 1024, `${seed} ${String(place)} `);
  }
}
