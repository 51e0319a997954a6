import { z } from 'zod';

import { RecordUnreadableError } from '../../store/errors';
import { packPiece, packText, unpackBytes, unpackText } from '../../store/packed-text';
import { retryWhileBusy } from '../../store/sqlite/retry-while-busy';
import { checkStored, parseJson, parseStored, toStoredJson } from '../../store/stored-json';

/** Bytes that no compression makes shorter. */
const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + at * 7 + (at >> 3) * 101) & 0xff));

describe('a text in the store', () => {
  it('is compressed from 160 bytes on, where that makes it shorter', () => {
    expect(packText('a'.repeat(159)).encoding).toBe('plain');
    expect(packText('a'.repeat(160)).encoding).toBe('deflate');
    expect(packText('é'.repeat(80)).encoding).toBe('deflate');
    const dense = [
      ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + ((at * 37) % 94))),
      ...Array.from({ length: 33 }, (_, at) => String.fromCodePoint(0x100 + at * 53)),
    ].join('');
    expect(packText(dense)).toMatchObject({ encoding: 'plain', size: 160 });
    expect(unpackText(packText(dense))).toBe(dense);
  });

  it('has its size in bytes, as it was before', () => {
    expect(packText('é')).toMatchObject({ size: 2, content: Buffer.from('é') });
    expect(packText('é'.repeat(200)).size).toBe(400);
  });

  it('of a file is compressed piece by piece, where that makes a piece shorter', async () => {
    const zeros = Buffer.alloc(5_000);
    const [short, long] = [await packPiece(noise(4)), await packPiece(zeros)];
    expect([short.encoding, long.encoding]).toEqual(['plain', 'deflate']);
    expect(unpackBytes(short).equals(noise(4))).toBe(true);
    expect(unpackBytes(long).equals(zeros)).toBe(true);
  });
});

describe('JSON in the store', () => {
  const Row = z.strictObject({ part: z.strictObject({ count: z.int() }) });
  const findingOf = (body: () => unknown): string => {
    try {
      body();
    } catch (error) {
      expect(error).toBeInstanceOf(RecordUnreadableError);
      return (error as Error).message;
    }
    return '';
  };

  it('is the same text for the same value, in whatever order its members were written', () => {
    expect(toStoredJson({ b: 1, a: [true, null] })).toBe(toStoredJson({ a: [true, null], b: 1 }));
    expect(parseStored(Row, toStoredJson({ part: { count: 2 } }), 'row 1')).toEqual({
      part: { count: 2 },
    });
  });

  it('that cannot be used is named, with the place in it, or as no JSON', () => {
    const inside = findingOf(() => parseStored(Row, '{"part":{"count":"2"}}', 'row 1'));
    expect(inside).toContain('row 1');
    expect(inside).toContain(' at part.count');
    const whole = findingOf(() => checkStored(Row, 7, 'row 2'));
    expect(whole).toContain('row 2');
    expect(whole).not.toContain(' at ');
    const cut = findingOf(() => parseJson('{"part"', 'row 3'));
    expect(cut).toContain('row 3');
    expect(cut).toContain('it is not JSON');
  });
});

describe('a step that may meet a lock', () => {
  const busy = Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });
  const failing = (times: number, error: Error) => {
    const seen = { steps: 0 };
    const step = (): string => {
      seen.steps += 1;
      if (seen.steps <= times) throw error;
      return 'done';
    };
    return { seen, step };
  };

  it('is tried until there is none', async () => {
    const { seen, step } = failing(3, busy);
    expect(await retryWhileBusy(step, 60_000)).toBe('done');
    expect(seen.steps).toBe(4);
  });

  it('is given up with the lock when the time is over', async () => {
    const { seen, step } = failing(Infinity, busy);
    await expect(retryWhileBusy(step, 0)).rejects.toBe(busy);
    expect(seen.steps).toBe(1);
  });

  it('is not tried again after another error', async () => {
    const other = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    const { seen, step } = failing(1, other);
    await expect(retryWhileBusy(step, 60_000)).rejects.toBe(other);
    expect(seen.steps).toBe(1);
  });
});
