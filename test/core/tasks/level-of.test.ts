import { isUnchecked, levelFound, settledLevel } from '../../../core/tasks/level-of';
import type { LevelRule } from '../../../core/tasks/level-of';
import { levelSayers } from '../../../core/schemas/problem-level';
import type { ProblemLevel } from '../../../core/schemas/problem-level';
import { assuranceLevels } from '../../../core/schemas/verdict';
import type { Assurance, TestOutcome } from '../../../core/schemas/verdict';

const rule = (changes: Partial<LevelRule> = {}): LevelRule => ({
  least: 'objects',
  said: null,
  sources: { asked: null, reference: 'def f(): ...' },
  ...changes,
});
const asking = (asked: Assurance): LevelRule['sources'] => ({ asked, reference: null });
const found = (level: Assurance, by: string) => ({ kind: 'found', level, by });
const refused = (why: string) => ({ kind: 'refused', why });

describe('the level of a problem', () => {
  it.each(['data', 'objects'] as const)('is %s where its reference passes there', (level) => {
    expect(settledLevel(rule())).toBeNull();
    expect(levelFound(rule(), level)).toEqual(found(level, 'reference'));
  });

  it('is data where there is no reference, or one that passes at no level', () => {
    const none = rule({ sources: { asked: null, reference: null } });
    expect(settledLevel(none)).toEqual(found('data', 'nobody'));
    expect(levelFound(rule(), null)).toEqual(found('data', 'nobody'));
  });

  it('is what the adapter asks for where no reference finds it, and what the reference finds where one does', () => {
    expect(settledLevel(rule({ sources: asking('shared') }))).toEqual(found('shared', 'adapter'));
    const both = rule({ sources: { asked: 'shared', reference: 'x' } });
    expect(levelFound(both, null)).toEqual(found('shared', 'adapter'));
    expect(levelFound(both, 'data')).toEqual(found('data', 'reference'));
    expect(levelFound(both, 'shared')).toEqual(found('shared', 'reference'));
  });

  it('is refused below the least level, with the flag that would take it', () => {
    expect(levelFound(rule(), 'shared')).toEqual(
      refused(
        "its reference passes only at `shared`; this run's least level is `objects`: --assurance shared",
      ),
    );
    expect(levelFound(rule({ least: 'data' }), 'objects')).toEqual(
      refused(
        "its reference passes only at `objects`; this run's least level is `data`: --assurance objects",
      ),
    );
    expect(levelFound(rule({ least: 'shared' }), 'shared')).toEqual(found('shared', 'reference'));
  });

  it('is not lowered by an adapter in a run that takes data alone', () => {
    expect(settledLevel(rule({ least: 'data', sources: asking('shared') }))).toEqual(
      refused(
        "its data set asks for `shared`; this run's least level is `data`: --assurance shared",
      ),
    );
  });

  it.each(assuranceLevels)('is %s on the word of a person, whatever else says', (said) => {
    expect(settledLevel(rule({ said, least: 'data' }))).toEqual(found(said, 'person'));
  });

  it('is data for programs that print, on nobody else’s word', () => {
    expect(settledLevel(rule({ sources: null, said: 'shared' }))).toEqual(found('data', 'kind'));
  });
});

describe('a verdict on what is no data', () => {
  const notData: TestOutcome = {
    ...{ kind: 'failed', assurance: 'data', detail: 'not-data', cpuMs: 1, timeSensitive: false },
  };
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
});
