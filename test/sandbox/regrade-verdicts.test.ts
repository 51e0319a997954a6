import type { VerdictKind } from '../../core/schemas/verdict';
import { TestBrokenError } from '../../sandbox/errors';
import {
  isRegradable,
  missingProvenance,
  regradeVerdicts,
  sampleVerdicts,
  type StoredVerdict,
} from '../../sandbox/regrade-verdicts';
import { answeringSandbox, provenanceOf } from '../fakes/answering-sandbox';
import { limits } from './tasks';

const provenance = provenanceOf({ seed: 7, limits });

const stored = (name: string, kind: VerdictKind): StoredVerdict => ({
  name,
  kind,
  provenance,
  check: ({ limits, seed, assurance }) => {
    const task = { program: name, trustedSetup: '', entryPoint: 'f', tests: [''] };
    return Promise.resolve({ kind: 'function', task: { ...task, limits, seed, assurance } });
  },
});

/** Says of each program what its text says. */
const echo = answeringSandbox({
  check: ({ program }) => [program === 'right' ? 'passed' : 'failed'],
});

describe('stored verdicts', () => {
  it('differ when another verdict comes of the same program', async () => {
    const verdicts = [
      stored('right', 'passed'),
      stored('wrong', 'failed'),
      stored('changed', 'passed'),
    ];
    expect(await regradeVerdicts(echo, verdicts, { width: 2 })).toEqual([
      { name: 'changed', stored: 'passed', again: 'failed' },
    ]);
  });

  it('are given again at the level that an older word for it stands for', async () => {
    const old = { ...stored('right', 'passed'), provenance: { ...provenance, assurance: 'split' } };
    const before = echo.asked.length;
    expect(await regradeVerdicts(echo, [old as StoredVerdict], { width: 1 })).toEqual([]);
    expect(echo.asked.slice(before)).toMatchObject([{ assurance: 'objects' }]);
  });

  it('say where they are from, or are named with what they do not say', () => {
    expect(missingProvenance(stored('a', 'passed'))).toEqual([]);
    expect(missingProvenance({ provenance: { ...provenance, guestHash: '' } })).toEqual([
      'guestHash',
    ]);
    expect(missingProvenance({ provenance: null })).toHaveLength(5);
  });

  it.each<[string, object | null, boolean]>([
    ['all of it', {}, true],
    ['nothing', null, false],
    ['no limits', { limits: undefined }, false],
    ['no seed', { seed: undefined }, false],
    ['no Python', { python: undefined }, true],
  ])('that say %s of what they were given on can be given again: %s', (_, change, due) => {
    const said = change === null ? null : { ...provenance, ...change };
    expect(isRegradable({ provenance: said })).toBe(due);
  });

  it('whose test no longer compiles are named', async () => {
    const broken = answeringSandbox({
      check: () => {
        throw new TestBrokenError(1, 'f', 'SyntaxError: no');
      },
    });
    const again = regradeVerdicts(broken, [stored('run HumanEval/7#1', 'passed')], { width: 1 });
    await expect(again).rejects.toMatchObject({
      message: 'run HumanEval/7#1: Python cannot run test 1 of f: SyntaxError: no',
      ...{ code: 'TEST_BROKEN', exitCode: 2 },
    });
  });

  it('are sampled alike whatever their order', () => {
    const names = Array.from({ length: 50 }, (_, index) => ({ name: `verdict ${index}` }));
    const sample = sampleVerdicts(names, 10);
    expect(sample).toHaveLength(10);
    expect(sampleVerdicts([...names].reverse(), 10)).toEqual(sample);
    expect(sampleVerdicts(names, 500)).toHaveLength(50);
  });
});
