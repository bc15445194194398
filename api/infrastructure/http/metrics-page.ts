import { createHash, timingSafeEqual } from 'node:crypto'
import { Registry } from 'prom-client'
import type { Config } from '#api/infrastructure/config.ts'
import { ApiError } from '#api/infrastructure/errors.ts'

/** Any of these means that somebody else stands behind the loopback address. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

const digest = (text: string) => createHash('sha256').update(text).digest()

type Rule = Pick<Config, 'metricsToken' | 'production'>

/**
 * Access to the metrics: with the token, or without a configured one from this machine. In production
 * the token is required, because a proxy on the same machine that adds no header looks local.
 */
function createRule({ metricsToken, production }: Rule) {
  const expected = metricsToken === null ? null : digest(`Bearer ${metricsToken}`)
  return (request: Request, address: string): boolean => {
    if (expected !== null) {
      return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), expected)
    }
    const isLocal = address === '127.0.0.1' || address === '::1'
    return !production && isLocal && !PROXY_HEADERS.some((name) => request.headers.has(name))
  }
}

/** Answers a request from `address` for `/metrics`; rejects with an ApiError for who may not read it. */
export type MetricsPage = (request: Request, address: string) => Promise<Response>

/**
 * Answers `/metrics` to those who may read it; to others there is nothing here. `scrape` writes the
 * figures in Prometheus' text format.
 */
export function createMetricsPage(scrape: () => Promise<string>, rule: Rule): MetricsPage {
  const mayRead = createRule(rule)
  return async (request, address) => {
    if (!mayRead(request, address)) throw new ApiError('NOT_FOUND')
    return new Response(await scrape(), {
      headers: { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE },
    })
  }
}
