import { parseRunFlags } from '../../../cli/run-flags';
import { checkRunRequest } from '../../../lab/planning/run-request';
import type { RunRequest } from '../../../lab/planning/run-request';

const least: RunRequest = { dataset: 'bundled', model: 'simulated' };

describe('the request of a run', () => {
  it('needs a data set and a model; the rest is what the flags leave out', () => {
    expect(checkRunRequest(least)).toEqual({
      ...least,
      ...{
        method: 'code-tree',
        grading: 'strict',
        concurrency: 10,
        seed: 0,
        samples: 1,
        assurance: 'objects',
      },
      ...{ skipMissing: false, reuse: true, regrade: false, scoreBadReferences: false },
    });
    expect(parseRunFlags({ ...least })).toEqual(checkRunRequest(least));
  });

  it('means the same as the flags of the same names', () => {
    const asked = { ...least, budget: 5, problems: ['a', 'b'], competence: 0.3, skipMissing: true };
    const typed = { ...least, budget: '5', problems: 'a,b', competence: '.3', skipMissing: true };
    expect(parseRunFlags(typed)).toEqual(checkRunRequest(asked));
  });

  it.each([
    [{ budget: 101 }, 'budget 101 must be a whole number from 1 to 100'],
    [{ budget: 1.5 }, 'budget 1.5 must be a whole number from 1 to 100'],
    [{ budget: '5' }, 'budget "5" must be a whole number'],
    [{ temperature: Number.NaN }, 'temperature NaN must be a number from 0 to 2'],
    [
      { limit: Number.NaN },
      'limit NaN must be a whole number from 1 to 9007199254740991 (2^53 - 1)',
    ],
    [{ seed: 1n }, 'seed 1n must be a whole number'],
    [{ problems: [] }, 'problems [] names no problem'],
    [{ problems: 'a' }, 'problems "a" must be a list of ids'],
    [{ assurance: 'split' }, 'assurance "split" must be one of data, objects, shared'],
    [{ assuranceOf: 'a=data' }, 'assuranceOf "a=data" must say the level of each problem'],
    [{ model: undefined }, 'model is missing'],
    [{ model: ' ' }, 'model " " is empty'],
    [{ reuse: 'no' }, 'reuse "no" must be true or false'],
    [{ sample: 3 }, 'there is no sample'],
  ])('is refused by name and value: %j', (change, message) => {
    const check = () => checkRunRequest({ ...least, ...change } as RunRequest);
    expect(check).toThrow(message);
    expect(check).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', exitCode: 2 }) as Error);
  });
});
