import { NotReadyError } from '../core/errors/errors';
import { makeFolder } from '../report/export/make-folder';

/** Makes the owner-only state folder and parents. @throws NotReadyError (`STATE_FOLDER_NOT_WRITABLE`) naming it and why */
export async function makeStateFolder(root: string): Promise<void> {
  try {
    await makeFolder(root, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotReadyError(
      `the state folder ${root} cannot be made: ${reason}`,
      'Make it writable for this user, or choose another with ESPALIER_HOME',
      { code: 'STATE_FOLDER_NOT_WRITABLE', cause: error },
    );
  }
}
