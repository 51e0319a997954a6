import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const listing = pathToFileURL(resolve(__dirname, '../../scripts/traces.mjs')).href;

function tracesIn(folder: string): readonly string[] {
  const script = `import { traces } from ${JSON.stringify(listing)}; console.log(JSON.stringify(traces()));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { TMPDIR: folder },
  });
  return (JSON.parse(stdout) as readonly string[]).filter((trace) => trace.startsWith(folder));
}

describe('what tests may leave behind', () => {
  it('is seen by its name under the temporary folder, and what is not ours is not', () => {
    const folder = mkdtempSync(join(tmpdir(), 'traces-'));
    try {
      expect(tracesIn(folder)).toEqual([]);
      writeFileSync(join(folder, 'espalier-bank-x'), '');
      writeFileSync(join(folder, 'somebody-elses'), '');
      expect(tracesIn(folder)).toEqual([join(folder, 'espalier-bank-x')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
