import { SandboxInfraError, TaskTooLargeError } from '../errors';
import { ConversationError, RequestTooLargeError } from '../guest/cell-conversation';
import type { CellBackend } from './cell-backend';

/** As errors of the sandbox. @throws SandboxInfraError, TaskTooLargeError, and what else `answer` throws */
export async function withSandboxErrors<T>({ name }: CellBackend, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RequestTooLargeError)
      throw new TaskTooLargeError(error.bytes, error.largestBytes);
    if (!(error instanceof ConversationError)) throw error;
    throw new SandboxInfraError(name, error.message, { cause: error });
  }
}
