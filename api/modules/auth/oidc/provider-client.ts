import { randomBytes } from 'node:crypto'
import * as oidc from 'openid-client'
import { type Clock, systemClock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import {
  createIdTokenVerifier,
  type IdTokenVerifier,
  type TrustedIssuer,
  type VerifiedIdentity,
} from '#api/modules/auth/id-token.ts'
import type { OidcError } from '#shared/contract/auth.ts'
import { clientAuth } from './client-auth.ts'
import { discoveryFailure, failureOf, OidcFailure, redirectFailure } from './failures.ts'
import type { OidcProvider } from './provider-entry.ts'

export type SignInOutcome = 'done' | OidcError

/** Time limit of one request to a provider, in seconds. */
const TIMEOUT_SECONDS = 5

/**
 * Fetches without keep-alive. Bun does not retry a POST on an idle connection that the provider is just
 * closing, and the person would have to sign in again.
 */
const fetchWithoutKeepAlive: oidc.CustomFetch = (
  address,
  { body, headers, method, redirect, signal },
) =>
  fetch(address, {
    body: body instanceof URLSearchParams ? body : null,
    headers,
    method,
    redirect,
    signal: signal ?? null,
    keepalive: false,
  })

/** Secrets of one attempt. */
export interface AttemptSecrets {
  state: string
  /** Null for a provider without nonce. */
  nonce: string | null
  /** PKCE verifier; null for a provider without PKCE. */
  verifier: string | null
}

/** A provider as its client. Both calls throw OidcFailure. */
export interface ProviderClient {
  provider: OidcProvider
  /** Draws nonce and verifier of an attempt. */
  newSecrets(): Omit<AttemptSecrets, 'state'>
  /** The address that the browser goes to. */
  authorizationUrl(
    secrets: AttemptSecrets,
    locale: 'en' | 'ko' | undefined,
    /** Asks the provider to have the person sign in anew instead of using its own session. */
    isRepeated?: boolean,
  ): Promise<string>
  /** Exchanges the parameters of a callback for a verified identity. */
  identify(callback: URLSearchParams, secrets: AttemptSecrets): Promise<VerifiedIdentity>
}

interface ProviderClientDeps {
  provider: OidcProvider
  /** The registered redirect. */
  redirectUri: string
  log: Log
  /** Counts identities and failures; what a browser reports counts as refused at most. */
  onOutcome?: (outcome: SignInOutcome) => void
  /** Only for Apple's client secret: the library uses the system clock. */
  clock?: Clock
}

const random = () => randomBytes(32).toString('base64url')

interface Connection {
  configuration: oidc.Configuration
  verifier: IdTokenVerifier
}

/** Rules for the ID tokens of a provider, whose names and keys are those of its discovery document. */
export function trustedIssuer(
  provider: OidcProvider,
  { issuer, jwksUrl }: { issuer: string; jwksUrl: string },
): TrustedIssuer {
  const { clientId, method, algorithms, claims, emailTrust, requireEmail } = provider
  return {
    issuers: [issuer],
    jwksUrl,
    audiences: [clientId],
    method,
    algorithms,
    claims,
    emailTrust,
    requireEmail,
    hasTextFlags: provider.kind === 'apple',
    identityIssuer: provider.identityIssuer,
  }
}

/** Discovers the provider, or takes the endpoints of its configuration. */
async function connect(provider: OidcProvider, clock: Clock): Promise<Connection> {
  const { issuer, clientId, authorizationEndpoint, tokenEndpoint, jwksUri } = provider
  const auth = await clientAuth(provider, clock)
  // The configuration accepts http on this machine outside production only.
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  let configuration: oidc.Configuration
  if (authorizationEndpoint && tokenEndpoint && jwksUri) {
    configuration = new oidc.Configuration(
      {
        issuer,
        authorization_endpoint: authorizationEndpoint,
        token_endpoint: tokenEndpoint,
        jwks_uri: jwksUri,
      },
      clientId,
      undefined,
      auth,
    )
    for (const apply of execute) apply(configuration)
    configuration.timeout = TIMEOUT_SECONDS
    configuration[oidc.customFetch] = fetchWithoutKeepAlive
  } else {
    const options = { execute, timeout: TIMEOUT_SECONDS, [oidc.customFetch]: fetchWithoutKeepAlive }
    try {
      configuration = await oidc.discovery(new URL(issuer), clientId, undefined, auth, options)
    } catch (error) {
      throw discoveryFailure(error, provider)
    }
  }
  const metadata = configuration.serverMetadata()
  if (!metadata.jwks_uri) throw new OidcFailure('misconfigured', 'no jwks_uri')
  const trusted = { issuer: metadata.issuer, jwksUrl: metadata.jwks_uri }
  const verifier = createIdTokenVerifier({
    clock: systemClock,
    issuers: [trustedIssuer(provider, trusted)],
  })
  return { configuration, verifier }
}

/** The client of one provider; it connects at the first use and again after a failure. */
export function createProviderClient(deps: ProviderClientDeps): ProviderClient {
  const { provider, redirectUri, log, onOutcome, clock = systemClock } = deps
  let connecting: Promise<Connection> | null = null

  const connection = () => {
    connecting ??= connect(provider, clock).catch((error: unknown) => {
      connecting = null
      throw error
    })
    return connecting
  }

  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.reason !== 'cancelled') {
        log.warn({ provider: provider.id, reason: failure.message }, 'a sign-in failed')
      }
      const isBelieved = !failure.isReported || failure.reason === 'cancelled'
      onOutcome?.(isBelieved ? failure.reason : 'refused')
      throw failure
    }
  }

  return {
    provider,
    newSecrets: () => ({
      nonce: provider.nonce ? random() : null,
      verifier: provider.pkce ? random() : null,
    }),

    authorizationUrl: ({ state, nonce, verifier }, locale, isRepeated = false) =>
      run(async () => {
        const { configuration } = await connection()
        const parameters: Record<string, string> = {
          ...(locale && { ui_locales: locale }),
          ...provider.parameters,
          ...(isRepeated && provider.repetition),
          redirect_uri: redirectUri,
          scope: provider.scopes.join(' '),
          state,
          ...(provider.responseMode !== 'query' && { response_mode: provider.responseMode }),
        }
        if (nonce !== null) parameters.nonce = nonce
        if (verifier !== null) {
          parameters.code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
          parameters.code_challenge_method = 'S256'
        }
        return oidc.buildAuthorizationUrl(configuration, parameters).href
      }),

    identify: (callback, { state, nonce, verifier }) =>
      run(async () => {
        const error = callback.get('error')
        if (error) throw redirectFailure(callback, error)
        const { configuration, verifier: idTokens } = await connection()
        const url = new URL(redirectUri)
        url.search = callback.toString()
        const reply = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          idTokenExpected: true,
          ...(nonce !== null && { expectedNonce: nonce }),
          ...(verifier !== null && { pkceCodeVerifier: verifier }),
        })
        const result = await idTokens.verify(reply.id_token ?? '')
        if (result.ok) {
          onOutcome?.('done')
          return result.identity
        }
        const isDown = result.failure === 'PROVIDER_UNAVAILABLE'
        throw new OidcFailure(isDown ? 'unavailable' : 'refused', `ID token: ${result.failure}`)
      }),
  }
}
