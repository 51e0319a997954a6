import { z } from 'zod';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a sha256 in hexadecimal');
