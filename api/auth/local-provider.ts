import { createServer, type RequestListener, type Server } from 'node:http'
import { LRUCache } from 'lru-cache'
import { loadOidcProvider } from './load-oidc-provider.ts'
import type { LocalIdentity } from './local-identity.ts'
import { localProviderConfiguration } from './local-provider-config.ts'
import { signInInteraction } from './local-provider-interaction.ts'
import { type SigningKeyPort, signingKey } from './local-provider-keys.ts'

const ADDRESS = '127.0.0.1'
const ACCOUNTS = 1000
/** Accounts are only needed between the form and the code exchange, which is minutes. */
const ACCOUNT_LIFETIME_MS = 3_600_000

export interface LocalProviderOptions {
  /** The loopback port; 0 selects a free one. */
  port: number
  /** Origins of the web application, e.g. `http://127.0.0.1:3000`. */
  webOrigins: readonly string[]
  /** Stores the signing key; without it every start generates a new one. */
  keys?: SigningKeyPort
  /** Called for internal errors of the provider, not for invalid requests. */
  onError?: (error: unknown) => void
}

export interface LocalProvider {
  /** `http://127.0.0.1:<port>` without a trailing slash; `iss` of the ID tokens. */
  issuer: string
  jwksUrl: string
  port: number
  stop(): Promise<void>
}

/** Issuer of an embedded provider on `port`. */
export const localIssuer = (port: number): string => `http://${ADDRESS}:${port}`

/** URL of the public keys of the embedded provider at `issuer`. */
export const localJwksUrl = (issuer: string): string => `${issuer}/jwks`

/**
 * Starts the embedded OpenID provider on the loopback address. It accepts any name without a password:
 * for trials, never for production. Uses the system clock. Rejects with EADDRINUSE for a taken port.
 */
export async function startLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const { port: requestedPort, webOrigins, keys, onError = () => {} } = options
  const [library, key] = await Promise.all([loadOidcProvider(), signingKey(keys)])

  // The issuer contains the port, so the server listens before the provider is created.
  let handle: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => {
    if (request.headers.host === `${ADDRESS}:${portOf(server)}`) return handle(request, response)
    // Rejects foreign names that resolve to the loopback address (DNS rebinding).
    response.writeHead(421).end()
  })
  await listen(server, requestedPort)
  const port = portOf(server)
  const issuer = localIssuer(port)

  const accounts = new LRUCache<string, LocalIdentity>({
    max: ACCOUNTS,
    ttl: ACCOUNT_LIFETIME_MS,
  })
  const provider = new library.Provider(
    issuer,
    localProviderConfiguration({ library, webOrigins, key, accounts }),
  )
  provider.use(signInInteraction(provider, accounts))
  provider.on('server_error', (_ctx, error) => onError(error))
  provider.onerror = onError
  handle = provider.callback()

  return { issuer, jwksUrl: localJwksUrl(issuer), port, stop: () => close(server) }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, ADDRESS, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : 0
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
