import type { AuthConfig } from '#shared/contract/auth.ts'
import {
  createIdTokenVerifier,
  googleIssuer,
  type IdTokenVerifier,
  LOCAL_IDENTITY_ISSUER,
} from './auth/id-token.ts'
import { type LocalProvider, localJwksUrl, startLocalProvider } from './auth/local-provider.ts'
import { DESKTOP_CLIENT_ID, WEB_CLIENT_ID } from './auth/local-provider-config.ts'
import { type Clock, systemClock } from './infrastructure/clock.ts'
import type { Config } from './infrastructure/config.ts'
import type { Log } from './infrastructure/log.ts'

/** Who signs people in, and what clients must know of it. */
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

/** The port beside the server's own, so that it stays the same; any free one when that is taken. */
async function startBeside(port: number, webOrigins: readonly string[], log: Log) {
  const onError = (error: unknown) => log.warn({ err: error }, 'the sign-in provider failed')
  try {
    return await startLocalProvider({ port: port + 1, webOrigins, onError })
  } catch {
    return startLocalProvider({ port: 0, webOrigins, onError })
  }
}

/** Trusts the embedded provider at `issuer`, whoever runs it. */
function withLocal(issuer: string, stop: () => Promise<void>): SignInProvider {
  // The provider's library knows only the system's clock, whatever ours says.
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

/** Starts the embedded provider for the site at `port`, on a loopback port of its own. */
export function startSignIn(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  port: number,
  log: Log,
): Promise<LocalProvider> {
  const own = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  return startBeside(port, [...new Set([new URL(publicUrl).origin, ...own])], log)
}

/**
 * Google where it is configured, else the embedded provider: the supervisor's, which outlives its
 * children and has their sign-ins in its memory, or in a process alone its own.
 */
export async function openSignInProvider(
  config: Config,
  port: number,
  clock: Clock,
  log: Log,
): Promise<SignInProvider> {
  if (config.google) return withGoogle(config.google, clock)
  const elsewhere = config.child?.signInIssuer
  if (elsewhere) return withLocal(elsewhere, async () => {})
  const provider = await startSignIn(config, port, log)
  return withLocal(provider.issuer, () => provider.stop())
}
