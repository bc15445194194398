import { createHmac } from 'node:crypto'
import type { Config } from '#api/infrastructure/config.ts'
import { readSecretFile } from '#api/infrastructure/secret-file.ts'
import type { IdentitySecrets } from '#api/modules/account/erased-identity-store.ts'

/** One key per use, all derived from the server's secret. */
export interface Secrets {
  /** Signs access tokens. */
  jwt: Uint8Array
  /** Derives successors of refresh tokens. */
  sessions: Uint8Array
  /** Keys the hash of viewers. */
  viewers: string
  /** Key the hash of identities that left their account; the first one writes, the others are compared. */
  erased: IdentitySecrets
  /** Authenticates messages between instances. */
  bus: Uint8Array
  /** Encrypts the state and the one-time codes of a sign-in. */
  signIn: Uint8Array
  /** Text from which the key of push messages is derived. */
  push: string
}

const JWT_ADVICE =
  'Restore it, or delete it and run `npm run admin -- end-sessions --all`: everybody signs in again.'
const IDENTITY_ADVICE =
  'Restore it, or delete it: bans and votes of accounts that were deleted before are then forgotten.'
const PUSH_ADVICE = 'Restore it, or delete it: browsers subscribe again at their next visit.'

type SecretConfig = Pick<Config, 'jwtSecret' | 'pushKey' | 'identityKey' | 'dataDir'>

/**
 * Keys derived from JWT_SECRET, or outside production from a secret stored in the data folder; those of
 * push messages and of identities from PUSH_KEY and IDENTITY_KEY or files of their own, because
 * subscriptions of browsers and the memory of erased identities end with them. A new JWT secret ends no
 * session: refresh tokens do not depend on it.
 */
export function readSecrets(config: SecretConfig): Secrets {
  const { jwtSecret, pushKey, identityKey, dataDir } = config
  const secret = jwtSecret ?? readSecretFile(dataDir, 'jwt-secret', JWT_ADVICE)
  const keyOf = (from: string, use: string) =>
    createHmac('sha256', from).update(`tidemark ${use}`).digest()
  const derive = (use: string) => keyOf(secret, use)
  const identities = identityKey ?? readSecretFile(dataDir, 'identity-key', IDENTITY_ADVICE)
  return {
    jwt: derive('access tokens'),
    sessions: derive('refresh tokens'),
    viewers: derive('viewers').toString('hex'),
    // Hashes from before IDENTITY_KEY.
    erased: [keyOf(identities, 'erased identities'), derive('erased identities')],
    bus: derive('bus messages'),
    signIn: derive('sign-in state'),
    push: pushKey ?? readSecretFile(dataDir, 'push-key', PUSH_ADVICE),
  }
}
