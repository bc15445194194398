import { createServer, type RequestListener, type Server } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '#shared/rules/time.ts'
import { LOCAL_ALGORITHM } from './id-token.ts'
import type { LocalIdentity } from './local-identity.ts'
import { localProviderConfiguration } from './local-provider-config.ts'
import { signInInteraction } from './local-provider-interaction.ts'

const ADDRESS = '127.0.0.1'
const ACCOUNTS = 1000
/** An account is needed only from the form to the exchange of its code. */
const ACCOUNT_LIFETIME_MS = HOUR_MS

/** Stores the provider's signing key between starts. */
export interface SigningKeyPort {
  /** Returns the last saved text; undefined without one. */
  load(): Promise<string | undefined>
  /** Stores the private key (JSON). The implementation restricts who may read it. */
  save(text: string): Promise<void>
}

export interface LocalProviderOptions {
  /** The loopback port; 0 takes any free one. */
  port: number
  /** The server's address that receives codes; the only client is the server. */
  redirectUri: string
  /** Further origins that the server redirects to. */
  webOrigins?: readonly string[]
  /** Without it every start makes a new signing key. */
  keys?: SigningKeyPort
  /** Called with internal errors of the provider; invalid requests are none. */
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

/** URL of the keys of the embedded provider at `issuer`. */
export const localJwksUrl = (issuer: string): string => `${issuer}/jwks`

/**
 * Starts the embedded OpenID provider, reachable from this machine only. Anyone who can open its page
 * can sign in as anyone, so it is never used in production. It runs on the system clock, the only one
 * that the library reads. Rejects with the system's error when the port is taken.
 */
export async function startLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const { port: requestedPort, redirectUri, webOrigins = [], keys, onError = () => {} } = options
  const [library, key] = await Promise.all([loadOidcProvider(), signingKey(keys)])

  // The issuer contains the port, so the socket is opened before the provider is created.
  let handle: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => {
    if (request.headers.host === `${ADDRESS}:${portOf(server)}`) return handle(request, response)
    // Rejects other names that resolve to the loopback address (DNS rebinding).
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
    localProviderConfiguration({ library, redirectUri, key, accounts }),
  )
  const returnOrigins = [...new Set([new URL(redirectUri).origin, ...webOrigins])]
  provider.use(signInInteraction(provider, accounts, returnOrigins))
  provider.on('server_error', (_ctx, error) => onError(error))
  provider.onerror = onError
  handle = provider.callback()

  return { issuer, jwksUrl: localJwksUrl(issuer), port, stop: () => close(server) }
}

const BUN_WARNING = 'oidc-provider WARNING: Unsupported runtime.'

/**
 * Loads the provider's library on demand, so that a server with Google sign-in does without it.
 * Suppresses its warning about runtimes other than Node; the tests run the whole flow on Bun.
 */
async function loadOidcProvider() {
  const warn = console.warn
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes(BUN_WARNING)) warn(...parts)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

/** Fields of the stored signing key that `importJWK` does not require. */
const PrivateKey = Type.Object({ kid: Type.String(), d: Type.String() })

async function parseKey(text: string): Promise<JWK | undefined> {
  try {
    const jwk: unknown = JSON.parse(text)
    if (!Value.Check(PrivateKey, jwk)) return undefined
    await importJWK(jwk, LOCAL_ALGORITHM)
    return jwk
  } catch {
    return undefined
  }
}

/** Returns the stored signing key; makes and stores a new one if it is missing or unusable. */
async function signingKey(port?: SigningKeyPort): Promise<JWK> {
  const stored = await port?.load()
  const usable = stored === undefined ? undefined : await parseKey(stored)
  if (usable) return usable

  const { privateKey } = await generateKeyPair(LOCAL_ALGORITHM, { extractable: true })
  const kid = crypto.randomUUID()
  const jwk = { ...(await exportJWK(privateKey)), kid, alg: LOCAL_ALGORITHM, use: 'sig' }
  await port?.save(JSON.stringify(jwk))
  return jwk
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
