import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parsePorts, readRecord, removeRecord, writeRecord } from '../../processes/process-record';
import type { StoredRecord } from '../../processes/process-record';
import { cleanUp, scratchState } from '../engine/scratch-state';

afterEach(() => cleanUp([]));

const record: StoredRecord = {
  name: 'thing',
  ports: { http: 4000 },
  command: ['node', 'thing.js'],
  fingerprint: 'a',
  startedAt: '2026-01-01T00:00:00.000Z',
  logFile: '/logs/thing.log',
  logOffset: 12,
  readyAt: '2026-01-01T00:00:01.000Z',
  identity: { pid: 7, startTime: '100', bootId: 'b' },
};

/** What is read where this stands. */
async function read(content: unknown) {
  const folders = scratchState();
  mkdirSync(folders.processes);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folders.processes, 'thing.json'), text);
  return readRecord(folders, 'thing');
}

describe('the record of a process', () => {
  it('is read as it was written, by its user alone, and is gone when it is removed', async () => {
    const folders = scratchState();
    expect(await readRecord(folders, 'thing')).toBeNull();
    await writeRecord(folders, record);
    expect(await readRecord(folders, 'thing')).toEqual(record);
    expect(readdirSync(folders.processes)).toEqual(['thing.json']);
    expect(statSync(join(folders.processes, 'thing.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folders.processes).mode & 0o777).toBe(0o700);
    await removeRecord(folders, 'thing');
    await removeRecord(folders, 'thing');
    expect(await readRecord(folders, 'thing')).toBeNull();
  });

  it.each([
    ['no JSON', '{"name":'],
    ['no object', []],
    ['no name', { ...record, name: 1 }],
    ['no fingerprint', { ...record, fingerprint: undefined }],
    ['no time', { ...record, startedAt: null }],
    ['no log', { ...record, logFile: null }],
    ['no place in the log', { ...record, logOffset: '12' }],
  ])('with %s is none', async (_, content) => {
    expect(await read(content)).toBeNull();
  });

  it.each([
    ['readyAt', 5, null],
    ['command', 'node', []],
    ['ports', null, {}],
    ['identity', null, null],
    ['identity', { ...record.identity, pid: 2 }, { ...record.identity, pid: 2 }],
    ['identity', { ...record.identity, pid: 1 }, null],
    ['identity', { ...record.identity, pid: 7.5 }, null],
    ['identity', { ...record.identity, startTime: 100 }, null],
    ['identity', { ...record.identity, bootId: undefined }, null],
  ])('with %s %j reads it as %j', async (member, value, as) => {
    expect(await read({ ...record, [member]: value })).toEqual({ ...record, [member]: as });
  });
});

test('ports are whole numbers from 1 to 65535', () => {
  const given = { first: 1, last: 65_535, none: 0, over: 65_536, half: 1.5, text: '80' };
  expect(parsePorts(given)).toEqual({ first: 1, last: 65_535 });
  expect(parsePorts(null)).toEqual({});
});
