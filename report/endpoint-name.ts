/** Where answers come from: a real endpoint's address; of our own servers the bank by the beginning of its hash, without settings. */
export function endpointName(logicalEndpoint: string): string {
  const [place = ''] = logicalEndpoint.split('#');
  return place.replace(/([0-9a-f]{12})[0-9a-f]{20,}/gu, '$1');
}
