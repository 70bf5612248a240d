import type { Endpoint } from '@city-mint/api-contract/endpoint';
import { type EndpointKey, endpoints } from '@city-mint/api-contract/endpoints';
import { COMMON_REFUSALS } from '@city-mint/api-contract/envelope';
import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { EVENTS_SUMMARY, liveEvents } from '@city-mint/api-contract/live-events';
import { z } from 'zod';

/** Returns the OpenAPI 3.1 document of these calls, and of the live events where the process has them. */
export function openapiDocument(keys: readonly EndpointKey[], { hasEvents }: { readonly hasEvents: boolean }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const key of keys) {
    const declaration: Endpoint = endpoints[key];
    const [method = '', template = ''] = key.split(' ');
    const path = template.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, declaration) };
  }
  if (hasEvents) paths[EVENTS_PATH] = { get: eventStream() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'City Mint API',
      version: '1',
      description:
        'Every answer is an envelope with HTTP 200: `code` 200 = done, 501 = the session has ended, any other a ' +
        'refusal with its stable `error` code, `details`, and `msg` in the language of the `lang` header. ' +
        'HTTP 401 = no or unknown token. Amounts are decimal strings in whole units, times UTC milliseconds, ' +
        'addresses EIP-55.',
    },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  };
}

function operation(method: string, path: string, declaration: Endpoint): object {
  const request = jsonSchema(declaration.request, 'input');
  const lang = { name: 'lang', in: 'header', schema: { type: 'string', default: 'zh' } };
  return {
    operationId: `${method} ${path}`
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    summary: declaration.summary,
    tags: [path.split('/')[2] ?? 'app'],
    ...(declaration.who === 'all' ? {} : { security: [{ token: [] }] }),
    parameters: [lang, ...(method === 'GET' ? parameters(request, path) : [])],
    ...(method === 'GET'
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: request } } } }),
    responses: {
      200: { description: 'done, or refused', content: { 'application/json': { schema: envelope(declaration) } } },
      ...(declaration.who === 'all' ? {} : { 401: { description: 'no or unknown token' } }),
    },
  };
}

/** The only answer without an envelope and without an end: the `data` of each event by its name. */
function eventStream(): object {
  const events = Object.fromEntries(
    Object.entries(liveEvents).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
  );
  return {
    operationId: 'get-api-app-events',
    summary: EVENTS_SUMMARY,
    tags: ['app'],
    security: [{}, { token: [] }],
    parameters: [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'events',
        content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': events } },
      },
      401: { description: 'unknown token' },
      503: { description: 'no room for one more listener' },
    },
  };
}

function envelope({ reply, refusals }: Endpoint): object {
  const words = [...new Set([...refusals, ...Object.keys(COMMON_REFUSALS)])];
  return {
    oneOf: [
      {
        type: 'object',
        required: ['code', 'msg', 'data'],
        properties: { code: { const: 200 }, msg: { type: 'string' }, data: jsonSchema(reply, 'output') },
      },
      {
        type: 'object',
        required: ['code', 'msg', 'data', 'error', 'details'],
        properties: {
          code: { type: 'integer' },
          msg: { type: 'string' },
          data: { type: 'null' },
          error: { enum: words },
          details: { type: 'object', properties: { field: { type: 'string' }, limit: { type: 'string' } } },
        },
      },
    ],
  };
}

function parameters(schema: z.core.JSONSchema.BaseSchema, path: string): object[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isInPath = path.includes(`{${name}}`);
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.has(name), schema: property };
  });
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  // A recursive schema has definitions, for which an operation has no place: it becomes any JSON there.
  return JSON.parse(JSON.stringify(rest), (_key, value: unknown) => (isLocalReference(value) ? {} : value));
}

function isLocalReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value && String(value.$ref).startsWith('#/$defs/');
}
