import { createHmac } from 'node:crypto'
import type { Config } from '#api/infrastructure/config.ts'
import { readSecretFile } from '#api/infrastructure/secret-file.ts'

/** One key per use, all derived from the server's secret. */
export interface Secrets {
  /** Signs access tokens. */
  jwt: Uint8Array
  /** Derives successors of refresh tokens. */
  sessions: Uint8Array
  /** Keys the hash of viewers. */
  viewers: string
  /** Keys the hash of identities of erased accounts. */
  erased: Uint8Array
  /** Authenticates messages between instances. */
  bus: Uint8Array
  /** Encrypts the state and the one-time codes of a sign-in. */
  signIn: Uint8Array
  /** Text from which the key of push messages is derived. */
  push: string
}

const JWT_ADVICE = 'Delete it: everybody has to sign in again.'
const PUSH_ADVICE = 'Restore it, or delete it: browsers subscribe again at their next visit.'

/**
 * Keys derived from JWT_SECRET, or outside production from a secret stored in the data folder; the one of
 * push messages from PUSH_KEY or its own file, because subscriptions of browsers end with it.
 */
export function readSecrets(config: Pick<Config, 'jwtSecret' | 'pushKey' | 'dataDir'>): Secrets {
  const { jwtSecret, pushKey, dataDir } = config
  const secret = jwtSecret ?? readSecretFile(dataDir, 'jwt-secret', JWT_ADVICE)
  const derive = (use: string) => createHmac('sha256', secret).update(`tidemark ${use}`).digest()
  return {
    jwt: derive('access tokens'),
    sessions: derive('refresh tokens'),
    viewers: derive('viewers').toString('hex'),
    erased: derive('erased identities'),
    bus: derive('bus messages'),
    signIn: derive('sign-in state'),
    push: pushKey ?? readSecretFile(dataDir, 'push-key', PUSH_ADVICE),
  }
}
