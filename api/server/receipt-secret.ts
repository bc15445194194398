import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile, replaceFile } from '#api/infrastructure/atomic-file.ts'
import type { Config } from '#api/infrastructure/config.ts'

/** A generated secret is longer; a shorter one was emptied or cut by hand. */
const SECRET_MIN = 32

const generate = () => randomBytes(48).toString('base64url')
const pathOf = (dataDir: string) => join(dataDir, 'receipt-key')

type SecretConfig = Pick<Config, 'receiptKey' | 'dataDir'>

/** The secret of the receipt key: RECEIPT_KEY, or the one in the data folder, made on first use. */
export function readReceiptSecret({ receiptKey, dataDir }: SecretConfig): string {
  if (receiptKey !== null) return receiptKey
  const path = pathOf(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) createFile(path, generate())
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= SECRET_MIN) return secret
  throw new Error(`${path} is damaged. Restore it, or rotate the key: see docs/OPERATIONS.md.`)
}

/** Replaces the secret in the data folder by a new one. @returns the new one */
export async function replaceReceiptSecret(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = generate()
  await replaceFile(pathOf(dataDir), async (temporary) => writeFileSync(temporary, secret))
  return secret
}
