const scheme = 'pypi:';

/** The address of a task whose tree is a source distribution of the package index. */
export function sdistAddress({ name, version }: SdistName): string {
  return `${scheme}${name}==${version}`;
}

export interface SdistName {
  readonly name: string;
  readonly version: string;
}

/** null: an address of another kind. */
export function sdistOf(address: string | null): SdistName | null {
  const [name = '', version = '', ...more] =
    address?.startsWith(scheme) === true ? address.slice(scheme.length).split('==') : [];
  return name === '' || version === '' || more.length > 0 ? null : { name, version };
}

const commitChars = 40;

/** What stands for the commit of a tree that is of none: the beginning of its hash. */
export function commitOfTree(tree: string): string {
  return tree.slice(0, commitChars);
}
