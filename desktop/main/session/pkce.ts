import { createHash, randomBytes } from 'node:crypto'

/** What only this app knows of an attempt, and what the provider must hand back unchanged. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** 256 bits, in letters that fit into an address. */
const random = () => randomBytes(32).toString('base64url')

export const newSecrets = (): Secrets => ({ state: random(), nonce: random(), verifier: random() })

/** The S256 challenge of a code verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
