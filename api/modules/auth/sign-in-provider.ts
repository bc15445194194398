import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import type { Config } from '#api/infrastructure/config.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import {
  createIdTokenVerifier,
  googleIssuer,
  type IdTokenVerifier,
  LOCAL_ALGORITHM,
  LOCAL_IDENTITY_ISSUER,
  VERIFIED_EMAIL,
} from './id-token.ts'
import { localIssuer, localJwksUrl, startLocalProvider } from './local-provider.ts'
import { DESKTOP_CLIENT_ID, WEB_CLIENT_ID } from './local-provider-config.ts'
import { readOidcProviders } from './oidc/providers.ts'

/** The OpenID provider: verifier of its tokens and settings for clients. */
export interface SignInProvider {
  verifier: IdTokenVerifier
  authConfig: AuthConfig
  stop(): Promise<void>
}

function withGoogle({ clientId, desktopClientId }: NonNullable<Config['google']>, clock: Clock) {
  const audiences = desktopClientId ? [clientId, desktopClientId] : [clientId]
  return {
    verifier: createIdTokenVerifier({ issuers: [googleIssuer(audiences)], clock }),
    authConfig: {
      provider: 'google' as const,
      issuer: 'https://accounts.google.com',
      clientId,
      desktopClientId: desktopClientId ?? '',
    },
    stop: async () => {},
  }
}

/** Trusts the embedded provider at `issuer`, in this or another instance. */
function withLocal(issuer: string, stop: () => Promise<void>): SignInProvider {
  // The provider's library always uses the system clock.
  const local = {
    issuers: [issuer],
    jwksUrl: localJwksUrl(issuer),
    audiences: [WEB_CLIENT_ID, DESKTOP_CLIENT_ID],
    method: 'local' as const,
    algorithms: [LOCAL_ALGORITHM],
    ...VERIFIED_EMAIL,
    identityIssuer: LOCAL_IDENTITY_ISSUER,
    clock: systemClock,
  }
  return {
    verifier: createIdTokenVerifier({ issuers: [local], clock: systemClock }),
    authConfig: {
      provider: 'local',
      issuer,
      clientId: WEB_CLIENT_ID,
      desktopClientId: DESKTOP_CLIENT_ID,
    },
    stop,
  }
}

/** Only OIDC_PROVIDERS: clients read `google` without a client id as no button. */
function withoutOwn(clock: Clock): SignInProvider {
  return {
    verifier: createIdTokenVerifier({ issuers: [], clock }),
    authConfig: {
      provider: 'google',
      issuer: 'https://accounts.google.com',
      clientId: '',
      desktopClientId: '',
    },
    stop: async () => {},
  }
}

/**
 * Starts the embedded provider on the port after the server's, so that its issuer survives restarts. If
 * that is taken: with REUSE_PORT uses the provider of the other instance, else any free port.
 */
async function openLocal(config: Config, port: number, log: Log): Promise<SignInProvider> {
  const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  const webOrigins = [...new Set([new URL(config.publicUrl).origin, ...own])]
  const onError = (error: unknown) => log.warn({ err: error }, 'the sign-in provider failed')
  const start = async (at: number) => {
    const provider = await startLocalProvider({ port: at, webOrigins, onError })
    return withLocal(provider.issuer, () => provider.stop())
  }
  try {
    return await start(port + 1)
  } catch {
    return config.reusePort ? withLocal(localIssuer(port + 1), async () => {}) : start(0)
  }
}

/** Opens Google if configured, else the embedded provider, which production refuses. */
export async function openSignInProvider(
  config: Config,
  port: number,
  clock: Clock,
  log: Log,
): Promise<SignInProvider> {
  const own = config.google
    ? withGoogle(config.google, clock)
    : config.production
      ? withoutOwn(clock)
      : await openLocal(config, port, log)
  const providers = readOidcProviders(config).map(({ id, kind, label }) => ({ id, kind, label }))
  if (providers.length === 0) return own
  return { ...own, authConfig: { ...own.authConfig, providers } }
}
