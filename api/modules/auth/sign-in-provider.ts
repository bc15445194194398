import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import { type Config, hostInUrl } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { API_PREFIX } from '#shared/contract/common.ts'
import { createIdTokenVerifier, googleIssuer, type IdTokenVerifier } from './id-token.ts'
import { localIssuer, localJwksUrl, startLocalProvider } from './local-provider.ts'
import { LOCAL_CLIENT_ID } from './local-provider-config.ts'
import {
  createProviderClient,
  type ProviderClient,
  type SignInOutcome,
  trustedIssuer,
} from './oidc/provider-client.ts'
import { completeProvider, type OidcProvider } from './oidc/provider-entry.ts'
import { readOidcProviders } from './oidc/providers.ts'

/** The ways to sign in: the server's own provider and those of OIDC_PROVIDERS. */
export interface SignInProviders {
  /** Clients of the providers whose codes the server exchanges. */
  clients: readonly ProviderClient[]
  /** Origins of the web application, the public one first. */
  webOrigins: readonly [string, ...string[]]
  /** Verifies ID tokens of the own provider that a client presents. */
  verifier: IdTokenVerifier
  authConfig: AuthConfig
  stop(): Promise<void>
}

/** The server's own provider. */
interface OwnProvider extends Pick<SignInProviders, 'verifier' | 'authConfig' | 'stop'> {
  /** For the flow at the server; null without one. */
  provider: OidcProvider | null
}

const OUTCOMES: SignInOutcome[] = ['done', 'cancelled', 'refused', 'misconfigured', 'unavailable']

const callbackPath = (id: string) => `${API_PREFIX}/auth/oidc/${id}/callback`

/** Google's button in the web build; with a client secret the flow at the server, for the desktop app. */
function withGoogle(google: NonNullable<Config['google']>, clock: Clock): OwnProvider {
  const { clientId, clientSecret } = google
  const provider =
    clientSecret === null
      ? null
      : completeProvider({ id: 'google', kind: 'google', clientId, clientSecret })
  return {
    provider,
    verifier: createIdTokenVerifier({ issuers: [googleIssuer([clientId])], clock }),
    authConfig: googleConfig(clientId, provider),
    stop: async () => {},
  }
}

/** Only OIDC_PROVIDERS: clients read `google` without a client id as no button. */
function withoutOwn(clock: Clock): OwnProvider {
  return {
    provider: null,
    verifier: createIdTokenVerifier({ issuers: [], clock }),
    authConfig: googleConfig('', null),
    stop: async () => {},
  }
}

const googleConfig = (clientId: string, provider: OidcProvider | null): AuthConfig => ({
  provider: 'google',
  issuer: 'https://accounts.google.com',
  clientId,
  desktopClientId: '',
  ...(provider && { startId: provider.id }),
})

/** Trusts the embedded provider at `issuer`, in this or another instance. */
function withLocal(issuer: string, stop: () => Promise<void>): OwnProvider {
  const id = 'local'
  const clientId = LOCAL_CLIENT_ID
  const provider = completeProvider({ id, kind: 'local', issuer, clientId })
  const trusted = trustedIssuer(provider, { issuer, jwksUrl: localJwksUrl(issuer) })
  return {
    provider,
    // The provider's library always uses the system clock.
    verifier: createIdTokenVerifier({ issuers: [trusted], clock: systemClock }),
    authConfig: { provider: 'local', issuer, clientId, desktopClientId: '', startId: id },
    stop,
  }
}

/** This server's address for a browser on this machine. */
function localOrigin({ host }: Pick<Config, 'host'>, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${hostInUrl(reachable)}:${port}`
}

/**
 * Starts the embedded provider on the port after the server's, so that its issuer survives restarts. If
 * that is taken: with REUSE_PORT uses the provider of the other instance, else any free port.
 */
async function openLocal(
  config: Config,
  port: number,
  webOrigins: readonly string[],
  log: Log,
): Promise<OwnProvider> {
  const redirectUri = localOrigin(config, port) + callbackPath('local')
  const onError = (error: unknown) => log.warn({ err: error }, 'the sign-in provider failed')
  const start = async (at: number) => {
    const provider = await startLocalProvider({ port: at, redirectUri, webOrigins, onError })
    return withLocal(provider.issuer, () => provider.stop())
  }
  try {
    return await start(port + 1)
  } catch {
    return config.reusePort ? withLocal(localIssuer(port + 1), async () => {}) : start(0)
  }
}

/** Opens Google if configured, else the embedded provider, which production refuses; and OIDC_PROVIDERS. */
export async function openSignInProviders(
  config: Config,
  port: number,
  { clock, log, signIns }: { clock: Clock; log: Log; signIns: Metrics['signIns'] },
): Promise<SignInProviders> {
  const publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)
  const { origin } = new URL(publicUrl)
  // Without TLS it is a server of one's own, which people open by either name.
  const isOwn = publicUrl.startsWith('http:')
  const others = isOwn ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : []
  const webOrigins = [origin, ...others] as const
  const { provider, ...own } = config.google
    ? withGoogle(config.google, clock)
    : config.production
      ? withoutOwn(clock)
      : await openLocal(config, port, webOrigins, log)
  const configured = readOidcProviders(config)
  const clientOf = (one: OidcProvider) => {
    const site = one.kind === 'local' ? localOrigin(config, port) : publicUrl
    const count = (outcome: SignInOutcome, by = 1) => signIns.inc({ provider: one.id, outcome }, by)
    // A series that begins with its first count shows no increase.
    for (const outcome of OUTCOMES) count(outcome, 0)
    const redirectUri = site + callbackPath(one.id)
    return createProviderClient({
      provider: one,
      redirectUri,
      log,
      onOutcome: (outcome) => count(outcome),
    })
  }
  const providers = configured.map(({ id, kind, label }) => ({ id, kind, label }))
  return {
    ...own,
    webOrigins,
    clients: [...(provider ? [provider] : []), ...configured].map(clientOf),
    authConfig: { ...own.authConfig, ...(providers.length > 0 && { providers }) },
  }
}
