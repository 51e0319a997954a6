/** Readable ids: a person finds a problem's workflow in the engine's own UI by typing its path. */
export function attemptWorkflowId(run: string, problem: string, sample: number): string {
  return `${run}/${problem}/${sample}`;
}

const longestName = 60;

/** The name of a function is foreign text, so only a limited part in ASCII is used. Its place makes ids unique. */
export function harnessWorkflowId(
  attemptId: string,
  { id, place }: { readonly id: string; readonly place: number },
): string {
  const [qualname = ''] = (id.split('::').at(-1) ?? '').split('#');
  const name = qualname.replaceAll(/[^\w.]+/g, '-').slice(0, longestName);
  return `${attemptId}/${String(place)}-${name}`;
}

export function nodeWorkflowId(attemptId: string, node: string): string {
  return `${attemptId}/${node}`;
}
