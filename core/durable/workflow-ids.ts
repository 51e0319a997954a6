/** Readable ids: a person finds a problem's workflow in the engine's own UI by typing its path. */
export function attemptWorkflowId(run: string, problem: string, sample: number): string {
  return `${run}/${problem}/${sample}`;
}

const longestName = 60;

/** A function's own name is of a stranger's making: ASCII of it, and not too much; its place keeps any two apart. */
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
