const beginning = 'waits for a key: ';

/** The reason of a pause that ends by itself when the key of the endpoint is there. */
export function waitsForKey(why: string): string {
  return `${beginning}${why}`;
}

export function isWaitingForKey(reason: string): boolean {
  return reason.startsWith(beginning);
}

/** The reason if no key was given. */
export function noKeyFor(endpoint: string): string {
  return `there is none here for ${endpoint}; OPENAI_API_KEY_FILE may name a file with it`;
}
