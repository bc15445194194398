import { randomBytes } from 'node:crypto'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { SpentTokens } from '#api/modules/auth/spent-token-store.ts'

const Envelope = Type.Object({
  jti: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  exp: Type.Integer(),
  data: Type.Unknown(),
})

const SIZE_LIMIT = 4096

/** Encrypted values that a browser carries and that every instance accepts once. */
export interface SealedTokens<Schema extends TSchema> {
  seal(data: Static<Schema>): Promise<string>
  /** The value of an unexpired token, without using it; null for any other text. */
  read(token: string): Promise<OpenedToken<Static<Schema>> | null>
  /** Uses a token; false when it was used before. */
  spend(token: OpenedToken<unknown>): Promise<boolean>
}

export interface OpenedToken<Data> {
  data: Data
  /** Random bytes inside the token: its text could be respelled, these cannot. */
  id: Uint8Array
  /** Epoch milliseconds. */
  expires: number
}

interface SealedTokenOptions<Schema extends TSchema> {
  schema: Schema
  /** Separates the kinds of tokens under one key. */
  purpose: string
  /** 32 bytes, the same in every instance. */
  key: Uint8Array
  lifetimeMs: number
  clock: Clock
  spentTokens: Pick<SpentTokens, 'spend'>
}

/** Creates tokens of one purpose: JWE, `dir` with A256GCM. */
export function createSealedTokens<Schema extends TSchema>(
  options: SealedTokenOptions<Schema>,
): SealedTokens<Schema> {
  const { schema, purpose, key, lifetimeMs, clock, spentTokens } = options
  return {
    seal: (data) =>
      new EncryptJWT({ data, jti: randomBytes(32).toString('base64url') })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(Math.floor((clock.now() + lifetimeMs) / 1000))
        .encrypt(key),

    async read(token) {
      if (token.length > SIZE_LIMIT) return null
      const opened = await jwtDecrypt(token, key, {
        audience: purpose,
        currentDate: new Date(clock.now()),
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      }).catch(() => null)
      if (!opened || !Value.Check(Envelope, opened.payload)) return null
      const { jti, exp, data } = opened.payload
      if (!Value.Check(schema, data)) return null
      return { data, id: Buffer.from(jti, 'base64url'), expires: exp * 1000 }
    },

    spend: ({ id, expires }) => spentTokens.spend({ digest: id, expires, nonce: undefined }),
  }
}
