/** Readable ids: a person finds a problem's workflow in the engine's own UI by typing its path. */
export function attemptWorkflowId(run: string, problem: string, sample: number): string {
  return `${run}/${problem}/${sample}`;
}

export function nodeWorkflowId(attemptId: string, node: string): string {
  return `${attemptId}/${node}`;
}
