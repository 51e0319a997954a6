import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { requestsOf } from '../../../laboratory/home/request-log';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { readRequestLog, type RequestLogEntry } from '../../../llm/simulated';

const received: RequestLogEntry = {
  ...{ identity: 'one', problem: 'Bundled/0', role: 'solver', draw: '0/0', arrival: 1 },
  ...{ received: '2026-01-01T00:00:00.000Z', answered: null, status: null },
};
const answered = { ...received, answered: '2026-01-01T00:00:01.000Z', status: 200 };
const second = { ...received, arrival: 2 };
const line = (entry: RequestLogEntry): string => `${JSON.stringify(entry)}\n`;

describe('the requests of a home', () => {
  let root: string;
  let home: EspalierHome;
  let file: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'espalier-requests-'));
    const folder = stateFolder(readSettings({ ESPALIER_HOME: root }));
    home = { folder } as EspalierHome;
    mkdirSync(folder.logs, { recursive: true });
    file = join(folder.logs, 'model-0a1b.requests.jsonl');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it('are none before there is a log', () => {
    expect(requestsOf(home)).toEqual([]);
  });

  it('are the same as the product reads them, however the log grows between two looks', () => {
    const text = line(received) + line(second) + line(answered);
    for (let at = 0; at < text.length; at += 50) {
      appendFileSync(file, text.slice(at, at + 50));
      requestsOf(home);
    }
    expect(requestsOf(home)).toEqual([answered, second]);
    expect(requestsOf(home)).toEqual(readRequestLog(file));
  });

  it('leave out a line that a kill has cut short', () => {
    writeFileSync(file, `{"identity":"cut\n${line(received)}`);
    expect(requestsOf(home)).toEqual([received]);
  });

  it('are read again from the start if the log was replaced, or if an earlier log lies beside it', () => {
    writeFileSync(file, line(received) + line(second));
    expect(requestsOf(home)).toHaveLength(2);
    renameSync(file, `${file}.earlier`);
    writeFileSync(file, line(answered));
    expect(requestsOf(home)).toEqual([answered, second]);
    rmSync(`${file}.earlier`);
    writeFileSync(`${file}.new`, line(second));
    renameSync(`${file}.new`, file);
    expect(requestsOf(home)).toEqual([second]);
  });
});
