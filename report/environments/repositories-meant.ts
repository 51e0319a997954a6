import type { LoadedRepository } from './load-repositories';

/**
 * The repositories that an id or a name is of; none: a function is meant. By its name alone (`tools` of
 * `people/tools@1.0`) no repository comes before a function that is called so.
 */
export function repositoriesMeant<Repository extends Pick<LoadedRepository, 'id' | 'functions'>>(
  repositories: readonly Repository[],
  given: string,
): readonly Repository[] {
  const exact = repositories.filter(({ id }) => id === given);
  const isFunction = repositories.some(({ functions }) =>
    functions.some(({ entry }) => /[^.:/]*$/u.exec(entry.id.replace(/#\d+$/u, ''))?.[0] === given),
  );
  if (exact.length > 0 || isFunction) return exact;
  return repositories.filter(({ id }) => {
    const name = id.replace(/(?<=.)[@~][^/]*$/u, '');
    return name === given || name.split('/').at(-1) === given;
  });
}
