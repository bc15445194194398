import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from '#api/infrastructure/atomic-file.ts'
import type { Config } from '#api/infrastructure/config.ts'

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
}

/** A generated secret is longer; a shorter one was emptied or cut by hand. */
const SECRET_MIN = 32

/** Reads the secret generated on an earlier start, or generates and stores one. */
function storedSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) createFile(path, randomBytes(48).toString('base64url'))
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_MIN) return secret
  // With a guessable secret anyone could sign tokens.
  throw new Error(`${path} is damaged. Delete it: everybody has to sign in again.`)
}

/** Keys derived from JWT_SECRET, or outside production from a secret stored in the data folder. */
export function readSecrets(config: Pick<Config, 'jwtSecret' | 'dataDir'>): Secrets {
  const secret = config.jwtSecret ?? storedSecret(config.dataDir)
  const derive = (use: string) => createHmac('sha256', secret).update(`tidemark ${use}`).digest()
  return {
    jwt: derive('access tokens'),
    sessions: derive('refresh tokens'),
    viewers: derive('viewers').toString('hex'),
    erased: derive('erased identities'),
    bus: derive('bus messages'),
    signIn: derive('sign-in state'),
  }
}
