import { createHash, timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { Registry } from 'prom-client'
import type { Config } from '#api/infrastructure/config.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Health } from '#api/infrastructure/health.ts'
import { requestContext } from './request-context.ts'

/** Any of these means that somebody else stands behind the loopback address. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

const digest = (text: string) => createHash('sha256').update(text).digest()

export interface OperatorRoutesDeps {
  health: Health
  /** Null where metrics have a port of their own. */
  registry: Pick<Registry, 'metrics'> | null
  config: Pick<Config, 'metricsToken' | 'production'>
}

/**
 * Health and metrics, for load balancers and monitoring. Metrics need the token; without a configured
 * one only this machine reads them, and in production nobody, since a local proxy looks local.
 */
export function operatorRoutes({ health, registry, config }: OperatorRoutesDeps) {
  const { metricsToken, production } = config
  const expected = metricsToken === null ? null : digest(`Bearer ${metricsToken}`)
  const mayReadMetrics = ({ url, headers }: Request, address: string): boolean => {
    if (expected !== null) {
      return timingSafeEqual(digest(headers.get('authorization') ?? ''), expected)
    }
    const isLocal = address === '127.0.0.1' || address === '::1'
    // A page whose own name resolves to this machine (DNS rebinding) would read them as its origin.
    const isNamed = LOOPBACK.includes(new URL(url).hostname)
    return !production && isLocal && isNamed && !PROXY_HEADERS.some((name) => headers.has(name))
  }
  return new Elysia({ name: 'operator' })
    .use(requestContext)
    .get('/livez', () => health.live())
    .get('/readyz', () => health.ready())
    .get('/metrics', async ({ request, clientAddress }) => {
      if (registry === null || !mayReadMetrics(request, clientAddress)) {
        throw new ApiError('NOT_FOUND')
      }
      return new Response(await registry.metrics(), {
        headers: { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE },
      })
    })
}
