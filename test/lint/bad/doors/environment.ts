// place: llm/bad.ts
// rule: no-restricted-syntax
// says: Only config/settings.ts reads process.env
export const key: unknown = process.env['OPENAI_API_KEY'];
