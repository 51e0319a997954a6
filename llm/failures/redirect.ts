/** Where an endpoint sends its callers instead, in words. */
export interface Redirect {
  readonly words: string;
  readonly remedy: string;
}

/** What every address of the API ends with; the rest is what OPENAI_BASE_URL says. */
const apiPath = /\/(chat\/completions|models)\/?$/;

/** null: nowhere. Not followed: it would take the key along. @param base the URL asked, for a target without a host */
export function redirectedFrom(
  status: number,
  location: string | null,
  base: string,
): Redirect | null {
  if (status < 300 || status >= 400 || location === null || location === '') return null;
  if (!URL.canParse(location, base)) return null;
  const { origin, pathname } = new URL(location, base);
  // What stands behind the path, as a return address or a token, is for a browser.
  const words = `it redirects to ${origin}${pathname}`;
  return apiPath.test(pathname)
    ? { words, remedy: `Set OPENAI_BASE_URL to ${origin}${pathname.replace(apiPath, '')}` }
    : { words, remedy: 'That is no address of the API (a sign-in?): check OPENAI_BASE_URL' };
}
