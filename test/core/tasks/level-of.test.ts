import {
  isUnchecked,
  levelFound,
  levelToTry,
  settledLevel,
  wordsAbove,
} from '../../../core/tasks/level-of';
import type { LevelRule } from '../../../core/tasks/level-of';
import { levelSayers } from '../../../core/schemas/problem-level';
import type { ProblemLevel } from '../../../core/schemas/problem-level';
import { assuranceLevels } from '../../../core/schemas/verdict';
import type { Assurance, TestOutcome } from '../../../core/schemas/verdict';

const rule = (changes: Partial<LevelRule> = {}): LevelRule => ({
  problem: 'P/0',
  least: 'objects',
  said: null,
  sources: { asked: null, reference: 'def f(): ...' },
  ...changes,
});
const asking = (asked: Assurance): LevelRule['sources'] => ({ asked, reference: null });
const found = (level: Assurance, by: string) => ({ kind: 'found', level, by });
const refused = (why: string) => ({ kind: 'refused', why });
const passing = (level: Assurance, above: string | null = null) => ({ level, above });
const noData = 'What the program gave (a generator) is no data.';
const notData: TestOutcome = {
  ...{ kind: 'failed', assurance: 'data', detail: 'not-data', cpuMs: 1, timeSensitive: false },
};

describe('the level of a problem', () => {
  it.each(['data', 'objects'] as const)('is %s where its reference passes there', (level) => {
    expect(settledLevel(rule())).toBeNull();
    expect(levelFound(rule(), passing(level))).toEqual(found(level, 'reference'));
  });

  it('is data where there is no reference, or one that passes at no level', () => {
    const none = rule({ sources: { asked: null, reference: null } });
    expect(settledLevel(none)).toEqual({ ...found('data', 'nobody'), hasReference: false });
    expect(levelFound(rule(), null)).toEqual({ ...found('data', 'nobody'), hasReference: true });
  });

  it('is what the adapter asks for where no reference finds it, and what the reference finds where one does', () => {
    expect(settledLevel(rule({ sources: asking('shared') }))).toEqual(found('shared', 'adapter'));
    const both = rule({ sources: { asked: 'shared', reference: 'x' } });
    expect(levelFound(both, null)).toEqual(found('shared', 'adapter'));
    expect(levelFound(both, passing('data'))).toEqual(found('data', 'reference'));
    expect(levelFound(both, passing('shared'))).toEqual(found('shared', 'reference'));
  });

  it('is refused below the least level, with why and the flags that would take it, the smaller one first', () => {
    expect(levelFound(rule(), passing('shared', 'at `objects`: raised'))).toEqual(
      refused(
        "its reference passes only at `shared` (at `objects`: raised); this run's least level is `objects`: " +
          '--assurance-of P/0=shared, or --assurance shared for the whole run',
      ),
    );
    expect(levelFound(rule({ least: 'data' }), passing('objects'))).toMatchObject({
      why: expect.stringContaining('--assurance-of P/0=objects, or --assurance objects') as string,
    });
    expect(levelFound(rule({ least: 'shared' }), passing('shared'))).toEqual(
      found('shared', 'reference'),
    );
  });

  it('is not lowered by an adapter in a run that takes data alone', () => {
    expect(settledLevel(rule({ least: 'data', sources: asking('shared') }))).toEqual(
      refused(
        "its data set asks for `shared`; this run's least level is `data`: " +
          '--assurance-of P/0=shared, or --assurance shared for the whole run',
      ),
    );
  });

  it.each(assuranceLevels)('is %s on the word of a person, whatever else says', (said) => {
    expect(settledLevel(rule({ said, least: 'data' }))).toEqual(found(said, 'person'));
  });

  it('is data for programs that print, on nobody else’s word', () => {
    expect(settledLevel(rule({ sources: 'data', said: 'shared' }))).toEqual(found('data', 'kind'));
  });

  it('is shared for patches, whatever the run takes', () => {
    expect(settledLevel(rule({ sources: 'shared', least: 'data' }))).toEqual(
      found('shared', 'kind'),
    );
  });
});

describe('a verdict on what is no data', () => {
  const by = (sayer: (typeof levelSayers)[number]): ProblemLevel => ({
    ...{ kind: 'found', level: 'data', by: sayer },
  });

  it('is a failure where a reference set the level, and else says nothing of the program', () => {
    const open = levelSayers.filter((sayer) => isUnchecked(notData, by(sayer)));
    expect(open).toEqual(['adapter', 'person', 'kind', 'nobody']);
    expect(isUnchecked(notData, undefined)).toBe(true);
  });

  it('is no other failure', () => {
    expect(isUnchecked({ ...notData, detail: 'disk' }, by('nobody'))).toBe(false);
    expect(isUnchecked({ ...notData, kind: 'raised' }, by('nobody'))).toBe(false);
  });

  it('may come out otherwise at the next level, or in one process where the test looks into its own', () => {
    const inside = 'The test looks at its own process (patch), where the program does not run.';
    const next = (assurance: TestOutcome['assurance'], error?: string) =>
      levelToTry({ ...notData, assurance, ...(error === undefined ? {} : { error }) });
    expect([next('data'), next('data', noData), next('objects', noData)]).toEqual([
      ...['objects', 'objects', 'shared'],
    ]);
    expect([next('data', inside), next('objects', inside)]).toEqual(['shared', 'shared']);
    expect([next('split', noData), next('shared')]).toEqual(['shared', null]);
  });
});

describe('why a reference does not pass at a level', () => {
  it('is said in the sandbox’s own words where nothing can cross, and else by the kind alone', () => {
    expect(wordsAbove('data', { ...notData, error: `${noData}\n  line 3, in f` })).toBe(
      'at `data`: What the program gave (a generator) is no data',
    );
    const raised = { ...notData, kind: 'raised', error: "KeyError: 'hidden'" } as const;
    expect(wordsAbove('objects', { ...raised, detail: undefined })).toBe('at `objects`: raised');
  });
});
