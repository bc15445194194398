import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from './atomic-file.ts'
import { explainFolderError } from './folder-error.ts'

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
