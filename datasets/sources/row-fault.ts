/** Why a single row cannot be used. It ends at `readSource`, which tells it as data. */
export class RowFault extends Error {
  constructor(readonly why: string) {
    super(why);
    this.name = 'RowFault';
  }
}
