/** Whether a path may name a new file: relative, with plain names, and not of version control. */
export function isRepositoryPath(path: string): boolean {
  const parts = path.split('/');
  return (
    path.length <= 500 &&
    !path.includes('\\') &&
    !/\p{C}/u.test(path) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && part !== '.git')
  );
}
