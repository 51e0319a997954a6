import { resolve } from 'node:path';

import { describeIf } from '../../skip-reasons';
import { useOwnHome } from '../../cli/sandbox/own-home';
import { runTrial } from '../../cli/sandbox/run-command';

const corpus = resolve(__dirname, '../../sandbox/hostile');
const some = [
  'liar_numbers',
  'liar_texts',
  'shadows_builtins',
  'forges_outcomes',
  'callbacks',
  'chatty',
  'inodes',
  'script_leaves_early',
  'script_sums',
];

interface Tally {
  readonly programs: number;
  readonly fooled: number;
  readonly misjudged: number;
  readonly survivors: number;
  readonly leftovers: number;
  readonly restarts: number;
}

/** The trials, each a little of it, on one backend. */
export function trialsOn(backend: 'bubblewrap' | 'docker'): void {
  useOwnHome();
  /** A trial with `--json`: its document and exit code. */
  async function told<Document>(
    ...args: readonly string[]
  ): Promise<{ code: number; document: Document }> {
    const { code, stdout } = await runTrial([...args, '--backend', backend, '--json']);
    const document = JSON.parse(stdout) as Document & { readonly error?: unknown };
    // A trial that could not be made says why.
    expect(document.error).toBeUndefined();
    return { code, document };
  }

  it('hostile programs get away with nothing, and nothing is left of them', async () => {
    const { code, document } = await told<Tally>('hostile', corpus, '--programs', some.join(','));
    expect(document).toMatchObject({
      fooled: 0,
      misjudged: 0,
      survivors: 0,
      leftovers: 0,
      restarts: 0,
    });
    expect({ code, programs: document.programs }).toEqual({ code: 0, programs: some.length });
  });

  it('hostile says which backend `auto` came to, in its text and in its document', async () => {
    const before = process.env['ESPALIER_SANDBOX_ROOT'];
    // Without a root folder there is no bubblewrap: then it is Docker.
    if (backend === 'docker') process.env['ESPALIER_SANDBOX_ROOT'] = '/nowhere';
    try {
      const args = ['hostile', corpus, '--programs', 'liar_numbers', '--backend', 'auto'];
      const { stdout } = await runTrial(args);
      expect(stdout.trim().split('\n').at(-1)).toBe(
        `1 programs: fooled 0, listed 0, misjudged 0, survivors 0, leftovers 0, restarts 0; ${backend}`,
      );
      const document = JSON.parse((await runTrial([...args, '--json'])).stdout) as object;
      expect(document).toMatchObject({ provider: backend, leftovers: 0 });
    } finally {
      if (before === undefined) delete process.env['ESPALIER_SANDBOX_ROOT'];
      else process.env['ESPALIER_SANDBOX_ROOT'] = before;
    }
  });

  it('the same programs fool a checker that shares their process', async () => {
    const liars = some.slice(0, 3).join(',');
    const { code, document } = await told<Tally>(
      'hostile',
      corpus,
      '--programs',
      liars,
      '--grade',
      'shared',
    );
    expect(document.fooled).toBeGreaterThanOrEqual(2);
    expect(code).toBe(1);
  });

  it('programs of the corpus forge nothing as blocks of a session', async () => {
    const few = ['forges_outcomes.py', 'breaks_its_streams.py', 'spawn_storm.py'].join(',');
    const { code, document } = await told<{ tried: { faults: string[] }[]; leftOnHost: string[] }>(
      'session-hostile',
      corpus,
      '--programs',
      few,
    );
    expect(document.tried.map(({ faults }) => faults)).toEqual([[], [], []]);
    expect(document.leftOnHost).toEqual([]);
    expect(code).toBe(0);
  });

  it('wire-test brings every value back as it was sent', async () => {
    const { code, document } = await told<{ trees: number; values: number; faults: string[] }>(
      'wire-test',
      '--trees',
      '300',
    );
    expect(document).toMatchObject({ trees: 300, faults: [] });
    expect(document.values).toBeGreaterThanOrEqual(60);
    expect(code).toBe(0);
  });

  it('chaos loses, doubles and changes no verdict, whatever is killed', async () => {
    interface Batch {
      readonly target: string;
      readonly answered: number;
      readonly wrong: readonly string[];
      readonly noticedMs: number | null;
      readonly goneMs: number | null;
    }
    const targets = ['outer', 'Z', 'P', 'host', 'candidate', 'checker'];
    const args = ['chaos', '--programs', '12'];
    const { document } = await told<{ results: readonly Batch[] }>(...args);
    expect(
      document.results.map(({ target, answered, wrong }) => ({ target, answered, wrong })),
    ).toEqual(targets.map((target) => ({ target, answered: 12, wrong: [] })));
    for (const { noticedMs, goneMs } of document.results) {
      expect(noticedMs).not.toBeNull();
      expect(goneMs ?? Infinity).toBeLessThan(1_000);
    }
  });

  it('soak finds the cell as it was', async () => {
    interface Soaked {
      readonly first: Readonly<Record<string, number>>;
      readonly last: Readonly<Record<string, number>>;
      readonly sameCell: boolean;
    }
    const { document } = await told<Soaked>('soak', '--programs', '200');
    const { first, last, sameCell } = document;
    expect(sameCell).toBe(true);
    expect(last['protocolDescriptors']).toBe(first['protocolDescriptors']);
    expect(last['zygoteDescriptors']).toBe(first['zygoteDescriptors']);
    expect(last['zygoteKb']).toBeLessThan(1.1 * (first['zygoteKb'] ?? 0));
  });

  const asRoot = describeIf(process.getuid?.() === 0, 'only root may read the memory of others');
  asRoot('the memory of a cell', () => {
    it('memscan finds the test in two processes, and not where programs are forked from', async () => {
      const { code, document } = await told<{ faults: string[] }>('memscan');
      expect(document.faults).toEqual([]);
      expect(code).toBe(0);
    });
  });
}
