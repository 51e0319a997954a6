import { appendFileSync, readFileSync, statSync } from 'node:fs';

import { NotReadyError } from '../../../core/errors/errors';
import { openRequestLog, readRequestLog } from '../../../llm/simulated/request-log';
import { bankFile } from './bank-file';

const request = { identity: 'id-1', problem: 'P/0', role: 'solver', draw: '0/0' } as const;
const noon = new Date('2031-05-01T12:00:00Z');
const later = new Date('2031-05-01T12:00:01Z');

describe('the request log', () => {
  it('knows when each arrival came and when it was answered', () => {
    const log = openRequestLog();
    const first = log.receive(request, noon);
    log.receive(request, later);
    log.answer(first, 200, later);
    expect(log.entries()).toEqual([
      {
        ...request,
        arrival: 1,
        received: noon.toISOString(),
        answered: later.toISOString(),
        status: 200,
      },
      { ...request, arrival: 2, received: later.toISOString(), answered: null, status: null },
    ]);
  });

  it('has each line in the file at once, readable by its owner alone', () => {
    const file = bankFile('', 'requests.jsonl');
    const log = openRequestLog({ file: `${file}.new` });
    const entry = log.receive(request, noon);
    expect(readRequestLog(`${file}.new`)).toEqual([entry]);
    log.answer(entry, 200, later);
    expect(readFileSync(`${file}.new`, 'utf8').trim().split('\n')).toHaveLength(2);
    expect(readRequestLog(`${file}.new`)).toEqual(log.entries());
    expect(statSync(`${file}.new`).mode & 0o777).toBe(0o600);
    log.close();
  });

  it('is taken up again where an earlier process left it, even in the middle of a line', () => {
    const file = bankFile('', 'requests.jsonl');
    const before = openRequestLog({ file });
    before.answer(before.receive(request, noon), 200, noon);
    before.receive(request, noon);
    before.close();
    appendFileSync(file, '{"identity":"id-1","prob');
    const after = openRequestLog({ file });
    expect(after.receive(request, later).arrival).toBe(3);
    after.close();
    expect(readRequestLog(file).map(({ arrival, status }) => [arrival, status])).toEqual([
      [1, 200],
      [2, null],
      [3, null],
    ]);
  });

  it('puts a file aside that has grown too large, and drops the one before', () => {
    const file = bankFile('', 'requests.jsonl');
    const log = openRequestLog({ file, mostBytes: 1_000 });
    for (let number = 0; number < 200; number += 1) {
      log.answer(log.receive({ ...request, identity: `id-${String(number)}` }, noon), 200, later);
    }
    log.close();
    const size = statSync(file).size + statSync(`${file}.earlier`).size;
    expect(size).toBeLessThan(2_500);
    const kept = readRequestLog(file);
    expect(kept.at(-1)).toMatchObject({ identity: 'id-199', status: 200 });
    expect(kept.length).toBeGreaterThan(3);
    const after = openRequestLog({ file });
    expect(after.receive({ ...request, identity: 'id-199' }, later).arrival).toBe(2);
    after.close();
  });

  it('keeps the newest ten thousand arrivals in memory', () => {
    const log = openRequestLog();
    for (let number = 0; number < 10_050; number += 1) {
      log.answer(log.receive({ ...request, identity: `id-${String(number)}` }, noon), 200, later);
    }
    expect(log.entries()).toHaveLength(10_000);
    expect(log.entries().at(-1)?.identity).toBe('id-10049');
    expect(log.receive({ ...request, identity: 'id-0' }, later).arrival).toBe(2);
  });

  it('is empty where there is no file', () => {
    expect(readRequestLog('/nowhere/requests.jsonl')).toEqual([]);
  });

  it('says when its file cannot be written', () => {
    expect(() => openRequestLog({ file: '/nowhere/requests.jsonl' })).toThrow(NotReadyError);
    expect(() => openRequestLog({ file: '/nowhere/requests.jsonl' })).toThrow(
      expect.objectContaining({
        ...{ code: 'REQUEST_LOG_UNWRITABLE', exitCode: 3 },
        message: expect.stringContaining('/nowhere/requests.jsonl') as string,
      }) as Error,
    );
  });
});
