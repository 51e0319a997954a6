import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckTask, Sandbox, ScriptTask } from '../../core/adapters/sandbox';
import { sandboxConformance } from '../../sandbox/conformance';
import { TestBrokenError } from '../../sandbox/errors';
import { pythonFolder } from '../../sandbox/guest/bundle';
import { answeringSandbox, scriptResult } from '../fakes/answering-sandbox';

interface Case {
  readonly name: string;
  readonly expect?: readonly object[];
  readonly expectBroken?: { readonly test: number; readonly why: string };
  readonly expectScript?: object;
}

const cases = JSON.parse(
  readFileSync(join(pythonFolder(), 'conformance', 'cases.json'), 'utf8'),
) as readonly Case[];
const kindOf = (one: Case) =>
  'expectScript' in one ? 'script' : 'expectBroken' in one ? 'broken' : 'check';
const placeOf = (kind: ReturnType<typeof kindOf>) => cases.findIndex((one) => kindOf(one) === kind);

type Check = Awaited<ReturnType<Sandbox['check']>>;
type Script = Awaited<ReturnType<Sandbox['run']>>;

interface Changes {
  readonly at: number;
  readonly check?: (result: Check, task: CheckTask) => Check;
  readonly broken?: (error: TestBrokenError) => Error | null;
  readonly script?: (result: Script) => Script;
}

/** Does what each case wants, but for what is changed of the case at one place. */
async function tried(changes: Changes) {
  const waiting = [...cases.entries()];
  const asked: (CheckTask | ScriptTask)[] = [];
  const next = () => {
    const [place, one] = waiting.shift() ?? [];
    if (place === undefined || one === undefined) throw new Error('there is no further case');
    return { one, changed: place === changes.at ? changes : ({ at: place } as Changes) };
  };
  const plain = answeringSandbox({ check: () => [] });
  const results = await sandboxConformance({
    ...plain,
    check: async (task) => {
      asked.push(task);
      const { one, changed } = next();
      const { provenance } = await plain.check(task);
      if (one.expectBroken !== undefined) {
        const { test, why } = one.expectBroken;
        const error = new TestBrokenError(test, task.entryPoint, `${why} and more`);
        const thrown = changed.broken === undefined ? error : changed.broken(error);
        if (thrown !== null) throw thrown;
        return { outcomes: [], provenance };
      }
      const own = { assurance: task.assurance, cpuMs: 1, timeSensitive: false };
      const outcomes = (one.expect ?? []).map((wanted) => ({ ...own, ...wanted }));
      const result = { outcomes, provenance } as unknown as Check;
      return changed.check?.(result, task) ?? result;
    },
    run: async (task) => {
      asked.push(task);
      const { one, changed } = next();
      const { stdout, stderr, ...rest } = scriptResult(task);
      const wanted = one.expectScript as Partial<Script>;
      const result: Script = {
        ...{ ...rest, ...wanted },
        ...{ stdout: { ...stdout, ...wanted.stdout }, stderr: { ...stderr, ...wanted.stderr } },
      };
      return changed.script?.(result) ?? result;
    },
  });
  return { results, asked };
}

const nowhere = { at: -1 };

describe('the conformance of a sandbox', () => {
  it('is that every case comes out as it should, each tried once', async () => {
    const { results, asked } = await tried(nowhere);
    expect(results).toEqual(cases.map(({ name }) => ({ name, ok: true, detail: 'as expected' })));
    expect(asked).toHaveLength(cases.length);
    for (const { limits, seed } of asked) {
      expect(limits).toMatchObject({ processes: expect.any(Number) as number });
      expect(seed).toBe(7);
    }
  });

  const check = placeOf('check');
  const script = placeOf('script');
  const broken = placeOf('broken');
  const first = (result: Check, changed: object): Check => {
    const [one, ...rest] = result.outcomes;
    return { ...result, outcomes: [{ ...one, ...changed }, ...rest] as Check['outcomes'] };
  };
  it.each<[string, Changes, RegExp]>([
    [
      'another verdict',
      { at: check, check: (result) => first(result, { kind: 'raised' }) },
      /^test 0: kind is "raised", not "passed"$/,
    ],
    [
      'another level',
      { at: check, check: (result) => first(result, { assurance: 'shared' }) },
      /^test 0: assurance is "shared", not "data"$/,
    ],
    [
      'an outcome too few',
      { at: check, check: ({ outcomes, ...rest }) => ({ ...rest, outcomes: outcomes.slice(1) }) },
      /^\d outcomes instead of \d$/,
    ],
    [
      'another end of a script',
      { at: script, script: (result) => ({ ...result, end: { kind: 'exited', code: 99 } }) },
      /end is .*99/,
    ],
    ['a verdict of a broken test', { at: broken, broken: () => null }, /^judged by a test that/],
    [
      'another broken test',
      { at: broken, broken: ({ entryPoint, why }) => new TestBrokenError(99, entryPoint, why) },
      /^test is 99, not \d$/,
    ],
    [
      'another reason',
      { at: broken, broken: ({ entryPoint, test }) => new TestBrokenError(test, entryPoint, 'x') },
      /^why is "x", not /,
    ],
    ['an error', { at: broken, broken: () => new TypeError('odd') }, /^TypeError: odd$/],
  ])('fails in one case with %s, and goes on', async (_, changes, detail) => {
    const { results } = await tried(changes);
    const failed = results.filter(({ ok }) => !ok);
    expect(failed).toEqual([
      { name: cases[changes.at]?.name, ok: false, detail: expect.stringMatching(detail) as string },
    ]);
    expect(results).toHaveLength(cases.length);
  });

  it('looks at both outputs of a script', async () => {
    const place = (name: 'stdout' | 'stderr') =>
      cases.findIndex(({ expectScript }) => expectScript !== undefined && name in expectScript);
    for (const name of ['stdout', 'stderr'] as const) {
      const at = place(name);
      const spoil = (result: Script): Script => ({
        ...result,
        [name]: { text: 'other', bytes: -1, truncated: 'other' },
      });
      const { results } = await tried({ at, script: spoil });
      const failed = results.filter(({ ok }) => !ok);
      expect(failed).toMatchObject([{ detail: expect.stringContaining(`${name}.`) as string }]);
    }
  });
});
