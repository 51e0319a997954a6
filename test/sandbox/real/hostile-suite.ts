import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from '../../../core/adapters/sandbox';
import { addition, limits, task } from '../tasks';

const folder = join(__dirname, '..', 'programs');

/** For programs that are to run into their time, so that nobody waits long for it. */
const short = { ...limits, cpuMs: 400, wallMs: 4_000 };

/** For the others: a busy machine takes several times as long for the same work. */
const ample = { ...limits, cpuMs: 5_000, wallMs: 30_000 };

/** Kinds a program of `programs/` may get, from its first line: `# expect: a, b`. */
function expectedKinds(program: string, file: string): readonly string[] {
  const kinds = /^# expect: (.+)$/m.exec(program)?.[1]?.split(', ');
  if (kinds === undefined) throw new Error(`${file} does not say what to expect`);
  return kinds;
}

/** Every program of `programs/` on a sandbox: its verdict, and an honest program after it in the same cell. */
export function describeHostilePrograms(open: () => Sandbox): void {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.py'))
    .sort();

  it.each(files)('%s gets its verdict, twice the same, and harms nobody', async (file) => {
    const program = readFileSync(join(folder, file), 'utf8');
    const test = 'assert add(1, 2) == 3';
    const expected = expectedKinds(program, file);
    const { outcomes } = await open().check(
      task(program, [test, test], { limits: expected.includes('timed-out') ? short : ample }),
    );
    for (const { kind } of outcomes) expect(expected).toContain(kind);
    const after = await open().check(task(addition, [test]));
    expect(after.outcomes).toMatchObject([{ kind: 'passed' }]);
  });
}
