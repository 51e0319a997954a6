export const docstringFaults = [
  'under-specified',
  'wrong-example',
  'leak',
  'contradiction',
] as const;
export type DocstringFault = (typeof docstringFaults)[number];
