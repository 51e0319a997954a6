import { chaosFaults } from '../../../laboratory/trials/chaos';
import { memscanFaults, type ScannedProcess } from '../../../laboratory/trials/memscan';
import { soakFaults } from '../../../laboratory/trials/soak';

describe('what a soak finds fault with', () => {
  const first = {
    programs: 0,
    protocolKb: 20_000,
    zygoteKb: 16_000,
    protocolDescriptors: 9,
    zygoteDescriptors: 12,
  };
  const fine = {
    programs: 20_000,
    first,
    last: { ...first, programs: 20_000, protocolKb: 21_900, zygoteKb: 17_500 },
    samples: [],
    firstRate: 200,
    lastRate: 171,
    sameCell: true,
  };

  it('is nothing while sizes grow by less than a tenth and the rate stays above 85 %', () => {
    expect(soakFaults(fine)).toEqual([]);
  });

  it.each([
    [
      'P grown by a tenth',
      { last: { ...first, protocolKb: 22_000 } },
      'P grew from 20000 to 22000',
    ],
    ['Z grown by a tenth', { last: { ...first, zygoteKb: 17_600 } }, 'Z grew'],
    ['a descriptor more', { last: { ...first, zygoteDescriptors: 13 } }, 'descriptors of Z went'],
    ['a slower end', { lastRate: 169 }, '169/s at the end'],
    ['another cell', { sameCell: false }, 'replaced'],
  ])('is %s', (_, change, words) => {
    expect(soakFaults({ ...fine, ...change }).join()).toContain(words);
  });
});

describe('what a killed cell is found fault with', () => {
  const fine = {
    target: 'Z',
    killed: 'process 1',
    programs: 3,
    answered: 3,
    wrong: [],
    asked: 1,
    noticedMs: 4,
    goneMs: 9,
  } as const;

  it('is nothing when all was answered, told and gone in time', () => {
    expect(chaosFaults(fine)).toEqual([]);
    expect(chaosFaults({ ...fine, noticedMs: 100, goneMs: 1_000 })).toEqual([]);
  });

  it.each([
    ['an answer that is not due', { wrong: ['program 3: passed'] }, 'program 3'],
    ['nobody being told', { noticedMs: null }, 'nobody was told'],
    ['being told late', { noticedMs: 101 }, 'after 101 ms'],
    ['processes that are left', { goneMs: null }, 'are left'],
    ['processes that are left for long', { goneMs: 1_001 }, 'after 1001 ms'],
  ])('is %s', (_, change, words) => {
    expect(chaosFaults({ ...fine, ...change }).join()).toContain(words);
  });

  it('is not how long a daemon is away', () => {
    const away = { ...fine, target: 'daemon', noticedMs: null, goneMs: 3_000 } as const;
    expect(chaosFaults(away)).toEqual([]);
  });
});

describe('what a search of memory finds fault with', () => {
  const seen = (name: string, copies: number, readBytes = 1_000): ScannedProcess => ({
    name,
    pid: 1,
    copies,
    readBytes,
  });
  const idle = [seen('Z', 0), seen('outer', 0), seen('P', 3)];
  const busy = [...idle, seen('box', 2), seen('box', 0)];

  it('is nothing when P and one of two boxes hold the test, and nobody else', () => {
    expect(memscanFaults({ idle, busy })).toEqual([]);
  });

  it.each([
    [
      'a copy in Z',
      { idle: [seen('Z', 1), seen('outer', 0), seen('P', 3)] },
      '1 copies of the test in Z',
    ],
    [
      'nothing read of Z',
      { idle: [seen('Z', 0, 0), seen('outer', 0), seen('P', 3)] },
      'nothing of Z',
    ],
    ['a test in both boxes', { busy: [...idle, seen('box', 2), seen('box', 1)] }, '2 of 2 boxes'],
    ['a test in no box', { busy: [...idle, seen('box', 0), seen('box', 0)] }, '0 of 2 boxes'],
    ['boxes not seen', { busy: idle }, '0 boxes'],
  ])('is %s', (_, change, words) => {
    expect(memscanFaults({ idle, busy, ...change }).join()).toContain(words);
  });

  it('is a scan that finds nothing even in P', () => {
    const blind = [seen('Z', 0), seen('outer', 0), seen('P', 0)];
    expect(
      memscanFaults({ idle: blind, busy: [...blind, seen('box', 1), seen('box', 0)] }),
    ).toEqual(['none in P either: this scan would find nothing anywhere']);
  });
});
