import { randomBytes } from 'node:crypto'
import type { Clock } from '#api/infrastructure/clock.ts'
import { rootOf, startCaddy } from '#build/setup/caddy.mjs'
import { freePort } from '#build/setup/free-port.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { startRedis } from '#build/setup/redis-server.mjs'
import { TokenPair } from '#shared/contract/auth.ts'
import { apiClient } from './api-client.ts'
import { startBinance } from './exchange/binance.ts'
import { generatedTape } from './exchange/tape.ts'
import { oidcAttempt, oidcBrowser } from './oidc-client.ts'
import { startOidcStandIn } from './oidc-stand-in.ts'

/**
 * Folder of the certificate authority of the production setting, which `npm test` creates for its stage;
 * null in the other stages, whose servers run as in development.
 */
export const authority = process.env.TEST_PRODUCTION || null

/** Time limit of the proxy's first replies (ms). */
const LIMIT_MS = 60_000
/** Name of the provider at the server. */
const PROVIDER = 'accounts'
/** For /metrics at an instance. */
export const METRICS_TOKEN = randomBytes(24).toString('hex')

const secret = () => randomBytes(36).toString('base64')

/** What surrounds the instances in production: TLS proxy, sign-in provider, exchange and Redis. */
export interface ProductionFront {
  /** Public address, https. */
  url: string
  /** Address of plain HTTP. */
  plainUrl: string
  /** Environment of each instance beside port and database. */
  environment: Record<string, string>
  /** Starts the proxy in front of one or two instances (ports). */
  open(ports: readonly number[]): Promise<void>
  /** Who signs in at the provider next. */
  choosePerson(name: string): void
  /** Signs in at the provider, one at a time; a name with `@` is an email address. */
  signIn(name: string): Promise<TokenPair>
  stop(): Promise<void>
}

/** The proxy issues certificates after its start. */
async function untilServed(address: string): Promise<void> {
  let last = ''
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await Bun.sleep(20)) {
    const reply = await fetch(address).catch((error) => `${error}`)
    last = typeof reply === 'string' ? reply : `${reply.status}`
    if (last === '200') return
  }
  throw new Error(`${address} is not served: ${last}`)
}

/** Starts everything but the instances and the proxy. `folder` is the authority's. */
export async function startProductionFront(folder: string, clock: Clock): Promise<ProductionFront> {
  const [port, providerPort, httpPort] = [await freePort(), await freePort(), await freePort()]
  const url = `https://tidemark.localhost:${port}`
  const issuer = `https://accounts.localhost:${providerPort}`
  const client = { clientId: 'tidemark', clientSecret: secret() }
  const provider = await startOidcStandIn({
    ...client,
    redirectUris: [`${url}/api/v1/auth/oidc/${PROVIDER}/callback`],
    scopes: ['openid', 'email', 'profile'],
    issuer,
  })
  const exchange = startBinance({ tape: generatedTape(), clock })
  const redis = await startRedis(await freePort())
  const label = { en: 'Sign in with Accounts', ko: '계정으로 로그인' }
  let caddy: Awaited<ReturnType<typeof startCaddy>> | undefined

  const choosePerson = (name: string) => {
    const email = name.includes('@') ? name : `${name.toLowerCase()}@example.com`
    provider.plan.subject = name
    provider.plan.claims = { given_name: name.split('@')[0], email, email_verified: true }
  }

  return {
    url,
    plainUrl: `http://tidemark.localhost:${httpPort}`,
    environment: {
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: rootOf(folder),
      PUBLIC_URL: url,
      // The proxy's address: the client's is in X-Forwarded-For.
      TRUSTED_PROXIES: '127.0.0.1',
      BUS_URL: redis.url,
      JWT_SECRET: secret(),
      RECEIPT_KEY: secret(),
      PUSH_KEY: secret(),
      IDENTITY_KEY: secret(),
      METRICS_TOKEN,
      OIDC_PROVIDERS: JSON.stringify([{ id: PROVIDER, kind: 'other', issuer, label, ...client }]),
      PRICE_FEED: 'binance',
      ...exchange.settings,
    },
    async open([first = 0, second = first]) {
      const shipped = await Bun.file(fromRoot('deploy', 'Caddyfile')).text()
      const own = `\nhttps://accounts.localhost:${providerPort} {\n\treverse_proxy ${PROVIDER}:80\n}\n`
      caddy = await startCaddy({
        folder,
        caddyfile: shipped + own,
        environment: { PUBLIC_URL: url },
        upstreams: {
          'app-1:3000': `127.0.0.1:${first}`,
          'app-2:3000': `127.0.0.1:${second}`,
          [`${PROVIDER}:80`]: `127.0.0.1:${provider.port}`,
        },
        httpPort,
      })
      for (const address of [`${url}/readyz`, `${issuer}/.well-known/jwks.json`]) {
        await untilServed(address)
      }
    },
    choosePerson,
    async signIn(name) {
      choosePerson(name)
      const attempt = oidcAttempt()
      const back = await oidcBrowser(url, PROVIDER).signIn(attempt, provider)
      const code = back.searchParams.get('code') ?? ''
      const body = { code, verifier: attempt.verifier }
      return apiClient(url).call(TokenPair, 'POST', '/auth/oidc/exchange', body)
    },
    async stop() {
      await caddy?.stop()
      await Promise.all([provider.stop(), exchange.stop(), redis.stop()])
    },
  }
}
