import { retryAfterMs } from '../../../llm/failures/retry-after';

// Prints the wait for an asctime date ten seconds ahead. The caller sets the time zone of this process.
const headers = new Headers({ 'retry-after': 'Sun Nov  6 08:49:47 1994' });
console.log(String(retryAfterMs(headers, Date.parse('1994-11-06T08:49:37Z'))));
