import type { RunConfig } from '../../../core/schemas/run';
import { ownVersions } from '../../../lab/planning/own-versions';
import { olderRuns, requireOwnVersions } from '../../../lab/runs/other-versions';
import { evaluationMembers } from '../../core/evaluation/evaluation-members';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { configOf } from '../../report/small-run';

const now = (config: RunConfig): RunConfig => ({ ...config, versions: ownVersions(config) });
const current = now(configOf());
const before = configOf({ versions: { ...ownVersions(current), prompts: 'a'.repeat(64) } });

describe('a run that was begun under other versions', () => {
  it('is not gone on with, and it is said what differs', () => {
    expect(() => {
      requireOwnVersions({ id: 'r', config: before });
    }).toThrow('run r was begun with other versions of: prompts');
    expect(() => {
      requireOwnVersions({ id: 'r', config: configOf() });
    }).toThrow('prompts, reading of replies, grading');
    expect(() => {
      requireOwnVersions({ id: 'r', config: current });
    }).not.toThrow();
  });

  it('is named when a new one of its configuration starts, and no other run is', () => {
    const runs = [
      { id: 'old', config: before },
      { id: 'oldest', config: configOf() },
      { id: 'same', config: current },
      { id: 'other', config: configOf({ seed: 8 }) },
    ];
    expect(olderRuns({ id: 'same', config: current }, runs)).toEqual([
      'an older run of this configuration exists under other prompts: old',
      'an older run of this configuration exists under other prompts, reading of replies, grading: oldest',
    ]);
  });

  it('is named whatever the samples of an evaluation are called', () => {
    const called = (members: { readonly name?: string }): RunConfig =>
      scriptedRunConfig({
        kind: 'evaluation',
        method: 'evaluate',
        model: { kind: 'none', name: 'none', logicalEndpoint: 'none' },
        ...evaluationMembers({ source: 'gpt.jsonl', ...members }),
      });
    const versions = ownVersions(called({}));
    const older = { ...called({}), versions: { ...versions, grading: 1 } };
    const asked = { ...called({ name: 'GPT, greedy' }), versions };
    expect(olderRuns({ id: 'new', config: asked }, [{ id: 'old', config: older }])).toEqual([
      'an older run of this configuration exists under other grading: old',
    ]);
  });
});
