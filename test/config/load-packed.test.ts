import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compiledFile, loadPacked } from '../../config/load-packed';

const program = `
const { writeFileSync } = require('node:fs');
const twice = (number) => 2 * number;
const seen = { folder: __dirname, file: __filename, beside: require('./beside.js'), four: twice(2) };
writeFileSync(__dirname + '/seen.json', JSON.stringify(seen)); // a last line may be a comment`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-packed-'));
  writeFileSync(join(folder, 'main.packed.js'), program);
  writeFileSync(join(folder, 'beside.js'), 'module.exports = "found";');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'main.packed.js');

function seen(): unknown {
  loadPacked(file())?.run();
  return JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'));
}

const expected = () => ({ folder, file: file(), beside: 'found', four: 4 });

describe('a packed program', () => {
  it('runs where it lies, as any file does', () => {
    expect(seen()).toEqual(expected());
  });

  it('takes what was compiled of it before', () => {
    const first = loadPacked(file());
    first?.run();
    writeFileSync(compiledFile(file()), first?.script.createCachedData() ?? '');
    expect(loadPacked(file())?.script.cachedDataRejected).toBe(false);
    expect(seen()).toEqual(expected());
  });

  it.each([
    ['nothing', ''],
    ['no compiled code', 'of another kind, and longer than a head would be'.repeat(9)],
  ])('runs beside a file of it in which is %s', (_, text) => {
    writeFileSync(compiledFile(file()), text);
    expect(seen()).toEqual(expected());
  });

  it('does not take what was compiled of a text of another length', () => {
    const script = loadPacked(file())?.script;
    writeFileSync(compiledFile(file()), script?.createCachedData() ?? '');
    writeFileSync(file(), program.replace('twice(2)', 'twice(22)'));
    expect(loadPacked(file())?.script.cachedDataRejected).toBe(true);
    expect(seen()).toEqual({ ...expected(), four: 44 });
  });

  it('is asked for nothing that another version, platform or processor compiled', () => {
    const { version, platform, arch } = process;
    expect(compiledFile(file())).toBe(
      join(folder, `main.packed.${version}-${platform}-${arch}.compiled`),
    );
  });

  it('is none where no file is', () => {
    expect(loadPacked(join(folder, 'other.js'))).toBeNull();
  });
});
