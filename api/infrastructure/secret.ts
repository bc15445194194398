import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { createOnce } from './create-once.ts'

/** The server's secret and the keys derived from it, one for each use. */
export interface Secrets {
  /** Signs access tokens. */
  jwt: Uint8Array
  /** Derives successors of refresh tokens. */
  sessions: Uint8Array
  /** Keys the hash of viewers. */
  viewers: string
}

/** A shorter secret was not made by us. */
const SECRET_MIN = 32

/** Reads the secret made on an earlier start, or makes one and keeps it. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'jwt-secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  createOnce(path, randomBytes(48).toString('base64url'))
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_MIN) return secret
  // Somebody emptied it; whoever knows that could sign tokens.
  throw new Error(`${path} is damaged. Delete it: everybody has to sign in again.`)
}

/** JWT_SECRET, or outside production the one kept in the data folder, and what is derived from it. */
export function readSecrets(config: Pick<Config, 'jwtSecret' | 'dataDir'>): Secrets {
  const secret = config.jwtSecret ?? keptSecret(config.dataDir)
  const derive = (use: string) => createHmac('sha256', secret).update(`tidemark ${use}`).digest()
  return {
    jwt: derive('access tokens'),
    sessions: derive('refresh tokens'),
    viewers: derive('viewers').toString('hex'),
  }
}
