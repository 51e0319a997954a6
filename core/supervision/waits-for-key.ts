const beginning = 'waits for a key: ';

/** The reason of a pause that ends by itself once the key of the run's endpoint is there. */
export function waitsForKey(why: string): string {
  return `${beginning}${why}`;
}

export function isWaitingForKey(reason: string): boolean {
  return reason.startsWith(beginning);
}

/** Why, where no key was given at all. */
export function noKeyFor(endpoint: string): string {
  return `there is none here for ${endpoint}; OPENAI_API_KEY_FILE may name a file with it`;
}
