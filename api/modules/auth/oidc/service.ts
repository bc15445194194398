import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Clock } from '#api/infrastructure/clock.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { VerifiedIdentity } from '#api/modules/auth/id-token.ts'
import type { SpentTokens } from '#api/modules/auth/spent-token-store.ts'
import type { IdentityKey } from '#api/modules/auth/store.ts'
import {
  LoginMethod,
  type OidcError,
  type OidcExchangeBody,
  type OidcStartQuery,
  type UnlinkNotice,
} from '#shared/contract/auth.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { OidcFailure } from './failures.ts'
import type { ProviderClient } from './provider-client.ts'
import { createSealedTokens } from './sealed-token.ts'

/** Time to sign in at the provider. */
const ATTEMPT_MS = 10 * 60_000
/** Time to exchange the one-time code; clients do so at once. */
const CODE_MS = 60_000

const NullableText = Type.Union([Type.String(), Type.Null()])

/** An attempt at a provider, carried in its `state`. */
const AttemptState = Type.Object({
  provider: Type.String(),
  challenge: Type.String(),
  /** The client's own state. */
  state: Type.String(),
  /** Port of the desktop app's loopback listener; null for the web. */
  port: Type.Union([Type.Integer(), Type.Null()]),
  nonce: NullableText,
  verifier: NullableText,
  /** The session that links the identity to its account, or repeats its sign-in; null for a sign-in. */
  session: NullableText,
  /** Whether that session repeats its sign-in. Optional: instances of two versions may run. */
  isRepeated: Type.Optional(Type.Boolean()),
  /** Origin of the web application that began, if it is not the public one. */
  origin: Type.Optional(Type.String()),
})

/** A verified identity waiting for its client. */
const CodeContent = Type.Object({
  challenge: Type.String(),
  issuer: Type.String(),
  subject: Type.String(),
  email: Type.String(),
  givenName: NullableText,
  method: LoginMethod,
  /** When the person signed in at the provider (epoch ms), if it tells. */
  authTime: Type.Optional(Type.Number()),
  /** As in the state. */
  session: NullableText,
  isRepeated: Type.Optional(Type.Boolean()),
})

/** Purpose of an attempt: a sign-in by default. */
interface Binding {
  /** The session that links an identity or repeats its sign-in. */
  session: string | null
  isRepeated?: boolean
}
const SIGN_IN: Binding = { session: null }

interface OidcServiceDeps {
  clients: readonly ProviderClient[]
  spentTokens: Pick<SpentTokens, 'spend'>
  clock: Clock
  /** 32 bytes, the same in every instance. */
  key: Uint8Array
  identities: {
    /** Removes an identity that was withdrawn at its provider, with its sessions. */
    withdraw(identity: IdentityKey): Promise<void>
  }
  /** Origins of the web application, the public one first. */
  webOrigins: readonly [string, ...string[]]
}

export type OidcService = ReturnType<typeof createOidcService>

function isSame(given: string, own: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(own))
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Sign-in at a provider whose code the server exchanges. */
export function createOidcService(deps: OidcServiceDeps) {
  const { clients, spentTokens, identities, clock, key, webOrigins } = deps
  const shared = { key, clock, spentTokens }
  const states = createSealedTokens({
    ...shared,
    schema: AttemptState,
    purpose: 'sign-in state',
    lifetimeMs: ATTEMPT_MS,
  })
  const codes = createSealedTokens({
    ...shared,
    schema: CodeContent,
    purpose: 'sign-in code',
    lifetimeMs: CODE_MS,
  })

  const clientOf = (id: string): ProviderClient => {
    const client = clients.find(({ provider }) => provider.id === id)
    if (!client) throw new ApiError('NOT_FOUND')
    return client
  }

  /** The client's address: only the own site, or a port of the browser's own machine. */
  const backTo = (
    target: { port: number | null; state: string; origin?: string } | null,
    result: { code: string } | { error: OidcError },
  ): string => {
    const port = target?.port ?? null
    const site = (target?.origin ?? webOrigins[0]) + PATHS.loginCallback
    const url = new URL(port === null ? site : `http://127.0.0.1:${port}/callback`)
    url.search = new URLSearchParams({
      ...result,
      ...(target && { state: target.state }),
    }).toString()
    return url.href
  }

  /** Verifies the provider's answer to an attempt and seals the identity for its client. */
  const finish = async (
    client: ProviderClient,
    callback: URLSearchParams,
    secrets: Parameters<ProviderClient['identify']>[1],
    binding: Binding & { challenge: string },
  ): Promise<{ code: string } | { error: OidcError }> => {
    try {
      const { givenName = null, ...identity } = await client.identify(callback, secrets)
      return { code: await codes.seal({ ...identity, givenName, ...binding }) }
    } catch (error) {
      if (error instanceof OidcFailure) return { error: error.reason }
      throw error
    }
  }

  return {
    /**
     * The address that begins a sign-in, a link or a repeated sign-in: the provider's, or the client's with
     * an error. `request` is that of the client.
     * @throws ApiError NOT_FOUND for an unknown provider
     */
    async start(
      id: string,
      query: OidcStartQuery,
      request: Pick<Request, 'url'>,
      binding = SIGN_IN,
    ): Promise<string> {
      const client = clientOf(id)
      const { challenge, state, port = null } = query
      const secrets = client.newSecrets()
      // Chosen from the list, never taken from the request.
      const origin = webOrigins.find((own) => own === new URL(request.url).origin)
      const back = { port, state, ...(origin && { origin }) }
      const attempt = { provider: id, challenge, ...back, ...binding }
      const sealed = await states.seal({ ...attempt, ...secrets })
      try {
        const attemptSecrets = { ...secrets, state: sealed }
        const isRepeated = binding.isRepeated ?? false
        return await client.authorizationUrl(attemptSecrets, query.locale, isRepeated)
      } catch (error) {
        if (!(error instanceof OidcFailure)) throw error
        return backTo(back, { error: error.reason })
      }
    },

    /**
     * The client's address after the provider's answer, with a one-time code or an error. A state is
     * accepted once, whatever comes of it.
     */
    async callback(id: string, callback: URLSearchParams): Promise<string> {
      const client = clientOf(id)
      const sealed = callback.get('state') ?? ''
      const opened = await states.read(sealed)
      if (opened?.data.provider !== id || !(await states.spend(opened))) {
        return backTo(null, { error: 'refused' })
      }
      const { challenge, session, isRepeated = false, nonce, verifier } = opened.data
      const secrets = { state: sealed, nonce, verifier }
      const binding = { challenge, session, isRepeated }
      return backTo(opened.data, await finish(client, callback, secrets, binding))
    },

    /**
     * Removes the identity of a person who has withdrawn the consent at the provider, and ends its
     * sessions. The last identity of an account stays: only the same person can return to it. Repeating
     * it changes nothing.
     * @throws ApiError NOT_FOUND without a webhook, TOKEN_INVALID for another sender or application
     */
    async unlinked(id: string, authorization: string | null, notice: UnlinkNotice): Promise<void> {
      const { webhook, issuer } = clientOf(id).provider
      if (!webhook) throw new ApiError('NOT_FOUND')
      const isSender = isSame(authorization ?? '', `KakaoAK ${webhook.adminKey}`)
      if (!isSender || notice.app_id !== webhook.appId) throw new ApiError('TOKEN_INVALID')
      await identities.withdraw({ issuer, subject: notice.user_id })
    },

    /**
     * The identity of a one-time code, which changes nothing; `use` accepts it once. With a session in
     * `binding` it must be the code of a link or of a repeated sign-in that this session began.
     * @throws ApiError ID_TOKEN_INVALID for a sign-in, LINK_INVALID for a link
     */
    async verify(
      { code, verifier }: OidcExchangeBody,
      binding = SIGN_IN,
    ): Promise<{
      identity: VerifiedIdentity
      use: () => Promise<boolean>
    }> {
      const opened = await codes.read(code)
      const { session, isRepeated = false } = binding
      const isOurs =
        opened?.data.session === session && (opened.data.isRepeated ?? false) === isRepeated
      if (!opened || !isOurs || !isSame(opened.data.challenge, challengeOf(verifier))) {
        throw new ApiError(session === null ? 'ID_TOKEN_INVALID' : 'LINK_INVALID')
      }
      const { challenge: _, session: __, isRepeated: ___, ...identity } = opened.data
      const { givenName } = identity
      return {
        identity: { ...identity, givenName: givenName ?? undefined },
        use: () => codes.spend(opened),
      }
    },
  }
}
