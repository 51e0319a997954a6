/** For a look whether programs get to see it. @returns takes it out again */
export function plantInEnvironment(name: string, value: string): () => void {
  const before = process.env[name];
  process.env[name] = value;
  return () => {
    if (before === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before;
  };
}
