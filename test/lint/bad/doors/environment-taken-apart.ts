// place: engine/bad.ts
// rule: no-restricted-syntax
// says: Only config/settings.ts reads process.env
const { env } = process;
export const key: unknown = env['PATH'];
