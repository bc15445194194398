import type { AuthConfig } from '#shared/contract/auth.ts'
import {
  createIdTokenVerifier,
  googleIssuer,
  type IdTokenVerifier,
  LOCAL_IDENTITY_ISSUER,
} from './auth/id-token.ts'
import { localIssuer, localJwksUrl, startLocalProvider } from './auth/local-provider.ts'
import { DESKTOP_CLIENT_ID, WEB_CLIENT_ID } from './auth/local-provider-config.ts'
import { type Clock, systemClock } from './infrastructure/clock.ts'
import type { Config } from './infrastructure/config.ts'
import type { Log } from './infrastructure/log.ts'

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

/** Opens Google if configured, else the embedded provider. */
export async function openSignInProvider(
  config: Config,
  port: number,
  clock: Clock,
  log: Log,
): Promise<SignInProvider> {
  if (config.google) return withGoogle(config.google, clock)
  return openLocal(config, port, log)
}
