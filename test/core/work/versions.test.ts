import { createHash } from 'node:crypto';

import { differingVersions, versionsOf } from '../../../core/work/versions';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const today = versionsOf(scriptedRunConfig(), sha256);

describe('the versions of a run', () => {
  it('are those of its prompts, of the reading of replies and of grading', () => {
    expect(Object.keys(today).sort()).toEqual(['extraction', 'grading', 'prompts']);
    expect(versionsOf(scriptedRunConfig(), sha256)).toEqual(today);
  });

  it.each([
    [today, today, []],
    [{ ...today, extraction: today.extraction + 1 }, today, ['reading of replies']],
    [today, { ...today, grading: today.grading + 1 }, ['grading']],
    [today, undefined, ['prompts', 'reading of replies', 'grading']],
    [undefined, undefined, []],
  ])('differ in words (%#)', (left, right, words) => {
    expect(differingVersions(left, right)).toEqual(words);
  });
});
