/** Its id is in use. The SDK's workflow package throws this class without exporting it. */
export function isAlreadyStarted(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
}
