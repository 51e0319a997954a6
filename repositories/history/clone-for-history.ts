import { cloneRepository, parseGitAddress } from '../intake/clone';
import { defaultLimits } from '../intake/snapshot';

/** A bare clone with all history. @throws IntakeFailure, NoRoomToCloneError */
export async function cloneForHistory(address: string, folder: string): Promise<void> {
  await cloneRepository(parseGitAddress(address), folder, null, null, defaultLimits);
}
