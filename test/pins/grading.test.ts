import { gradingVersion } from '../../core/grading/grading-version';
import { gradingProfileNames } from '../../core/names/grading-profiles';
import {
  checkSpecimens,
  comparedSpecimens,
  scriptSpecimens,
  verdictSpecimens,
  wordSpecimens,
} from './specimens/grading-specimens';
import { sha256OfSpecimens } from './specimens/prompt-specimens';

const under = (specimens: unknown) => ({
  version: gradingVersion,
  sha256: sha256OfSpecimens(specimens).slice(0, 16),
});

// Another verdict, check or word on purpose? Raise gradingVersion (core/grading/grading-version.ts), then put down here what
// is received: runs under another grading are other runs. What the guest decides (python/sandbox_tools) has a hash of its own.
describe('grading, whose version is raised when a specimen is judged otherwise,', () => {
  it('compares outputs', () => {
    expect(under(comparedSpecimens())).toEqual({ version: 2, sha256: '842ecd44234ce009' });
  });

  it('judges how scripts end', () => {
    expect(under(scriptSpecimens())).toEqual({ version: 2, sha256: '492c8ec0b6b2aec0' });
  });

  it('tells tests in words, and writes them', () => {
    expect(under(wordSpecimens())).toEqual({ version: 2, sha256: '1433c83f8f583b3e' });
  });

  it('makes checks and verdicts of each profile', () => {
    const made = gradingProfileNames.map((name) => [
      name,
      sha256OfSpecimens(checkSpecimens(name)).slice(0, 16),
      sha256OfSpecimens(verdictSpecimens(name)).slice(0, 16),
    ]);
    expect({ version: gradingVersion, made }).toEqual({
      version: 2,
      made: [
        ['strict', '032703cc3a36f942', '6a7a370c1206e913'],
        ['human-eval', '87d4237174570147', '81f437c463d4c141'],
        ['evalplus', '42b482868f1a7d49', 'c07973be6633527b'],
        ['evalplus-oci-2024', '4e32443d38a3880a', '8508405f87ecad30'],
        ['lcb', 'fb25bcc7af85ead1', 'b7d7b275e123e56e'],
        ['apps', '6ab695ebd3db93ec', '1c38547ef913486e'],
        ['codecontests', 'f26f4b60afe4e5cf', '547df5c20e448577'],
        ['swebench', '875ff16f3bc8edd5', '8ff8cc372e6156cf'],
      ],
    });
  });
});
