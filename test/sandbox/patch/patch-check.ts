import type { PatchCheck } from '../../../core/grading/check';
import { testDirectives } from '../../../core/patches/test-directives';
import type { TaskSource } from '../../../core/schemas/patch-task';
import { diffOf, failToPass, judging, passToPass, source } from './forgeries';

/** Names in a folder of packages that pytest needs. */
export const packagesOfPytest =
  /^(_pytest|pytest|py|pluggy|iniconfig|packaging|pygments|exceptiongroup|tomli|typing_extensions)(\.py)?$/;

/** The check of a patch by the hidden tests of the small repository. @param named where the repository is, if somewhere */
export function checkOf(patch: string, named: Partial<TaskSource> = {}): PatchCheck {
  const testPatch = diffOf(source, judging);
  return {
    kind: 'patch',
    task: {
      source: {
        ...{ repository: 'a/pkg', address: null, commit: '0'.repeat(40), until: null },
        ...{ python: null, requirements: [], image: null, ...named },
      },
      patch,
      tests: { kind: 'hidden', testPatch, directives: testDirectives('a/pkg', testPatch) },
      runner: { kind: 'pytest', arguments: ['-rA', '-p', 'no:cacheprovider'], environment: {} },
      limits: {
        ...{ wallMs: 60_000, cpuMs: 60_000, memoryMb: 1_024, processes: 64 },
        ...{ outputBytes: 1 << 20, diskMb: 64 },
      },
      seed: 0,
    },
    judged: {
      ...{ gold: { failToPass, passToPass }, parser: 'pytest' },
      ...({ evalType: 'pass-and-fail', rules: 'strict' } as const),
    },
  };
}
