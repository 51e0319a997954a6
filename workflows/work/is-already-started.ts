/**
 * Whether a child could not be started because its id is in use. The workflow package of the SDK throws this class without
 * exporting it.
 */
export function isAlreadyStarted(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
}
