import { patchPromptsSha256 } from '../../core/agents/patch/prompts-sha256';
import { promptSets } from '../../core/agents/prompt-sets/prompt-sets';
import { searchPrompts } from '../../core/agents/prompt-sets/prompts-sha256';
import { refinementPrompts } from '../../core/refinement/requests/prompts-sha256';
import { environmentPrompts } from '../../core/repository/prompts/prompts-sha256';
import { refinementPromptSets } from '../../core/schemas/dialogue';
import { agentRoles } from '../../core/names/roles';
import { promptSetNames } from '../../core/names/prompt-choice';
import {
  dialogueSpecimens,
  environmentSpecimens,
  patchSpecimens,
  searchSpecimens,
  sha256OfSpecimens,
  specimensByRole,
} from './specimens/prompt-specimens';

/** Words of a chat decide no id, and an embedder is asked with the words of the row alone. Those of the others are in the ids of runs that ask them (`rolePromptsSha256`). */
const withoutPin = ['interpreter', 'embedder'];

// Words changed on purpose? Put the sha256 that is received beside them: runs under the new words are other runs.
describe('the sha256 of what models are asked with', () => {
  it.each(promptSetNames)('is kept beside the set %s', (name) => {
    expect(sha256OfSpecimens(searchSpecimens(promptSets[name]))).toBe(searchPrompts[name]);
  });

  it.each(refinementPromptSets)('is kept beside the words of dialogues, %s', (promptSet) => {
    expect(sha256OfSpecimens(dialogueSpecimens(promptSet))).toBe(refinementPrompts[promptSet]);
  });

  it('is kept beside the words of environments', () => {
    expect(sha256OfSpecimens(environmentSpecimens())).toBe(environmentPrompts);
  });

  it('is kept beside the words about patches', () => {
    expect(sha256OfSpecimens(patchSpecimens())).toBe(patchPromptsSha256);
  });

  it.each(agentRoles)(
    'is over the words of the role %s, if they decide the id of a run',
    (role) => {
      const place = specimensByRole()[role];
      if (place === null) expect(withoutPin).toContain(role);
      else expect(JSON.stringify(place.specimens)).toContain(JSON.stringify(place.asked));
    },
  );

  it('is another for every set', () => {
    const all = [...Object.values(searchPrompts), ...Object.values(refinementPrompts)];
    expect(new Set(all).size).toBe(all.length);
  });
});
