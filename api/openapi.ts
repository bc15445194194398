import { toOpenAPISchema } from '@elysiajs/openapi'
import type { App } from './app.ts'

const INFO = {
  title: 'Tidemark API',
  version: '1',
  description:
    'Calls on the BTC/USDT price a week ahead, and what people say about them. ' +
    'Instants are ISO 8601 in UTC, prices decimal strings. Refusals carry a stable code.',
  license: { name: 'MIT' },
}

/** The OpenAPI document of the API, generated from its schemas, as indented JSON. */
export function openapiDocument(app: App): string {
  const { paths, components } = toOpenAPISchema(app)
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    paths,
    components: {
      ...components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
