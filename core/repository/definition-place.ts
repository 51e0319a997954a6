export interface DefinitionPlace {
  /** From the repository's root. */
  readonly path: string;
  readonly qualname: string;
  /** Which of the definitions of this name in the file, from 1. */
  readonly n: number;
}

const idText = /(?:^|::)(?<path>[^:]+(?::[^:]+)*)::(?<qualname>[^:#]+)#(?<n>[1-9]\d{0,8})$/;

/** The end of an id, `<repository>@<commit>::<path>::<qualname>#<n>` or without the first part. @throws RangeError */
export function definitionPlace(id: string): DefinitionPlace {
  const { path, qualname, n } = idText.exec(id)?.groups ?? {};
  if (path === undefined || qualname === undefined || n === undefined) {
    throw new RangeError(`${JSON.stringify(id.slice(0, 200))} is no id of a definition`);
  }
  return { path, qualname, n: Number(n) };
}
