// place: llm/good.ts
import { createServer } from 'node:http';

import OpenAI from 'openai';
import { z } from 'zod';

import { canonicalJson } from '../core/canonical-json';
import { agentRoles } from '../core/agents/roles';

export const parts: readonly unknown[] = [
  OpenAI,
  z,
  createServer,
  canonicalJson,
  agentRoles,
  fetch,
];
