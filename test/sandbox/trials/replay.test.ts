import type { Sandbox } from '../../../core/ports/sandbox';
import type { Provenance, VerdictKind } from '../../../core/schemas/verdict';
import {
  missingProvenance,
  replayVerdicts,
  sampleVerdicts,
  type StoredVerdict,
} from '../../../sandbox/trials/replay';
import { limits } from '../tasks';

const provenance: Provenance = {
  provider: 'bubblewrap',
  assurance: 'split',
  guestHash: 'abc',
  python: '3.11.2',
  seed: 7,
  limits,
};

const stored = (name: string, kind: VerdictKind): StoredVerdict => ({
  name,
  kind,
  provenance,
  task: () => Promise.resolve({ program: name, trustedSetup: '', entryPoint: 'f', tests: [''] }),
});

/** Says of each program what its text says. */
const echo: Sandbox = {
  check: ({ program, seed }) =>
    Promise.resolve({
      outcomes: [
        {
          kind: program === 'right' ? 'passed' : 'failed',
          assurance: 'split',
          cpuMs: seed,
          timeSensitive: false,
        },
      ],
      provenance,
    }),
  run: () => Promise.reject(new Error('not asked')),
  fingerprint: 'echo',
  close: () => Promise.resolve(),
};

describe('stored verdicts', () => {
  it('differ when another verdict comes of the same program', async () => {
    const verdicts = [
      stored('right', 'passed'),
      stored('wrong', 'failed'),
      stored('changed', 'passed'),
    ];
    expect(await replayVerdicts(echo, verdicts, { width: 2 })).toEqual([
      { name: 'changed', stored: 'passed', again: 'failed' },
    ]);
  });

  it('say where they are from, or are named with what they do not say', () => {
    expect(missingProvenance(stored('a', 'passed'))).toEqual([]);
    expect(missingProvenance({ provenance: { ...provenance, guestHash: '' } })).toEqual([
      'guestHash',
    ]);
    expect(missingProvenance({ provenance: null })).toHaveLength(5);
  });

  it('are sampled alike whatever their order', () => {
    const names = Array.from({ length: 50 }, (_, index) => ({ name: `verdict ${index}` }));
    const sample = sampleVerdicts(names, 10);
    expect(sample).toHaveLength(10);
    expect(sampleVerdicts([...names].reverse(), 10)).toEqual(sample);
    expect(sampleVerdicts(names, 500)).toHaveLength(50);
  });
});
