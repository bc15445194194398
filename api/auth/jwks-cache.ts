import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose'
import type { Clock } from '#api/infrastructure/clock.ts'

/** Keys younger than this are used without asking again. */
const FRESH = 600_000
/** After an answer, an unknown key id does not cause another request for this long. */
const COOLDOWN = 30_000
/** While the issuer cannot be reached, keys already known are trusted up to this age. */
const STALE = 86_400_000
/** After a failed request, the next one waits this long. */
const RETRY = 1_000
const TIMEOUT = 5_000
const SIZE_LIMIT = 65_536

/** The issuer's keys could not be read and none that are known will do. */
export class KeysUnavailable extends Error {}

export type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>

type Keys = ReturnType<typeof createLocalJWKSet>

/** Chooses the public key for a token; as `jose` wants it. */
export type KeySource = (
  header: JWSHeaderParameters,
  token: FlattenedJWSInput,
) => Promise<CryptoKey>

/**
 * The keys published at `url`, kept on the injected clock: asked for when older than ten minutes or
 * when a token names an unknown key (rotation), by one request however many wait, and not more
 * often than every 30 s, so that forged key ids cannot be turned into traffic. Throws
 * KeysUnavailable, or jose's JWKSNoMatchingKey for a key the issuer does not have.
 */
export function createJwksCache(
  url: string,
  clock: Clock,
  fetch: Fetch = globalThis.fetch,
): KeySource {
  let keys: Keys | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined

  const read = async () => {
    try {
      keys = createLocalJWKSet(await readKeys(url, fetch))
      readAt = clock.now()
    } catch {
      failedAt = clock.now()
    } finally {
      pending = undefined
    }
  }
  const refresh = async () => {
    if (clock.now() - failedAt < RETRY) return
    pending ??= read()
    await pending
  }

  return async (header, token) => {
    if (clock.now() - readAt >= FRESH) await refresh()
    if (!keys || clock.now() - readAt >= STALE) throw new KeysUnavailable(url)
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (clock.now() - readAt < COOLDOWN) throw error
      await refresh()
      // Unanswered, the key may still exist: that is the provider's fault and not the token's.
      if (clock.now() - readAt >= COOLDOWN) throw new KeysUnavailable(url)
      return keys(header, token)
    }
  }
}

async function readKeys(url: string, fetch: Fetch): Promise<JSONWebKeySet> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const text = await response.text()
  if (text.length > SIZE_LIMIT) throw new Error(`${url} is too large`)
  return JSON.parse(text)
}
