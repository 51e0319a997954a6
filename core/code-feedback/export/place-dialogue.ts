/** 31 bits: the published schema has whole numbers, and every reader keeps these. */
const idBits = 0x7fffffff;

/**
 * Gives dialogues ids and a part. Both depend on the dialogue alone, so one that is left out moves no other. Equal ids get the next
 * free one, in the order of the export.
 */
export class DialoguePlaces {
  private readonly taken = new Set<number>();

  /** @param hash sha256 of a text, in hex */
  constructor(
    private readonly seed: number,
    private readonly testShare: number,
    private readonly hash: (text: string) => string,
  ) {}

  /** @param group dialogues of a group are all for training or all for tests */
  place(name: string, group: string): { readonly id: number; readonly part: 'train' | 'test' } {
    let id = this.number(`id ${name}`) & idBits;
    while (this.taken.has(id)) id = (id + 1) & idBits;
    this.taken.add(id);
    const share = this.number(`part ${String(this.seed)} ${group}`) / 2 ** 32;
    return { id, part: share < this.testShare ? 'test' : 'train' };
  }

  private number(text: string): number {
    return Number.parseInt(this.hash(text).slice(0, 8), 16);
  }
}
