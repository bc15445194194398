import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile, explainFolderError } from './atomic-file.ts'

/** A generated secret is longer; a shorter one was emptied or cut by hand. */
const SECRET_MIN = 32

export const generateSecret = () => randomBytes(48).toString('base64url')

/**
 * The secret in a file of the data folder, generated and stored on first use. With a guessable secret
 * anyone could sign, so a damaged file is refused with `advice`.
 */
export function readSecretFile(dataDir: string, name: string, advice: string): string {
  const path = join(dataDir, name)
  let secret: string
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(path)) createFile(path, generateSecret())
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw explainFolderError(error, dataDir)
  }
  if (secret.length >= SECRET_MIN) return secret
  throw new Error(`${path} is damaged. ${advice}`)
}

/** Distinct characters of a secret; 32 random hexadecimal digits have about 14. */
const VARIETY_MIN = 10

/** The whole text is a shorter one repeated, the last time perhaps in part. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** Share of neighbors that follow each other in the alphabet, as in abcdef or 987654. */
function shareOfSequences(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => Math.abs(code - (codes[index] ?? 0)))
  return steps.filter((step) => step === 1).length / steps.length
}

/** Whether a secret may be random: various characters, neither a repetition nor the alphabet. */
export function looksRandom(secret: string): boolean {
  const isVarious = new Set(secret).size >= VARIETY_MIN
  return isVarious && !isRepetition(secret) && shareOfSequences(secret) < 0.5
}
