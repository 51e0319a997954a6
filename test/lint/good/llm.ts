// place: llm/good.ts
import { createServer } from 'node:http';

import OpenAI from 'openai';
import { z } from 'zod';

import { canonicalJson } from '../core/values/canonical-json';
import { agentRoles } from '../core/names/roles';

export const parts: readonly unknown[] = [
  OpenAI,
  z,
  createServer,
  canonicalJson,
  agentRoles,
  fetch,
];
