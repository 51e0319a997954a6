/** References that pass at no level, each with its reason: their own tests contradict them. */
export const passesNowhere: Readonly<Record<string, string>> = {};
