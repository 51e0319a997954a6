import { isRecord } from '../../core/values/is-record';
import { reversedPatch } from '../../core/patches/reversed-patch';

/** A row that is in the form of SWE-bench, or why it cannot be brought into it. */
export type RowOfForm =
  | { readonly kind: 'row'; readonly row: unknown }
  | {
      readonly kind: 'refused';
      readonly id: string;
      readonly field: string;
      readonly reason: string;
    };

/** `swesmith/owner__name.commit`: the mirror of a repository at a commit. */
const smithRepository = /^swesmith\/(.+?)__(.+)\.([0-9a-f]{7,40})$/;

/** Rows of SWE-smith and R2E-Gym have other members. Every other row stays as it is. */
export function inSweBenchForm(row: unknown): RowOfForm {
  if (!isRecord(row)) return { kind: 'row', row };
  if (isOfR2eGym(row)) return refusedOfR2eGym;
  const { repo, test_patch: testPatch } = row;
  const isSmith = typeof repo === 'string' && repo.startsWith('swesmith/');
  if (!isSmith || (testPatch !== undefined && testPatch !== null && testPatch !== ''))
    return { kind: 'row', row };
  return ofSweSmith(row, repo);
}

/**
 * In a row of SWE-smith, `patch` is the bug. It is planted in the commit that the name of the repository contains. The reverse of this
 * patch is the gold patch. The tests are files of the repository.
 */
function ofSweSmith(row: Readonly<Record<string, unknown>>, repository: string): RowOfForm {
  const [, owner, name, commit] = smithRepository.exec(repository) ?? [];
  const id = typeof row['instance_id'] === 'string' ? row['instance_id'] : '';
  if (owner === undefined || name === undefined || commit === undefined) {
    const reason = `${JSON.stringify(repository)} does not name a commit: swesmith/OWNER__NAME.COMMIT`;
    return { kind: 'refused', id, field: 'repo', reason };
  }
  const bug = typeof row['patch'] === 'string' ? row['patch'] : '';
  if (bug.trim() === '') {
    const reason = 'is missing: a row of SWE-smith holds the planted bug in it';
    return { kind: 'refused', id, field: 'patch', reason };
  }
  return {
    kind: 'row',
    row: {
      ...row,
      ...{ repo: `${owner}/${name}`, base_commit: commit, planted: bug },
      ...{ patch: reversedPatch(bug) ?? '', test_patch: '' },
    },
  };
}

const refusedOfR2eGym: RowOfForm = {
  ...{ kind: 'refused', id: '', field: 'FAIL_TO_PASS' },
  reason:
    'is missing: a row of R2E-Gym does not name the files of its tests or the commit before the change. Its tests are in its image',
};

function isOfR2eGym(row: Readonly<Record<string, unknown>>): boolean {
  return 'expected_output_json' in row && !('FAIL_TO_PASS' in row);
}
