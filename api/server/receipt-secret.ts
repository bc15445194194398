import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#api/infrastructure/atomic-file.ts'
import type { Config } from '#api/infrastructure/config.ts'
import { generateSecret, readSecretFile } from '#api/infrastructure/secret-file.ts'

const FILE = 'receipt-key'
const ADVICE = 'Restore it, or rotate the key: see docs/OPERATIONS.md.'

type SecretConfig = Pick<Config, 'receiptKey' | 'dataDir'>

/** The secret of the receipt key: RECEIPT_KEY, or the one in the data folder, made on first use. */
export const readReceiptSecret = ({ receiptKey, dataDir }: SecretConfig): string =>
  receiptKey ?? readSecretFile(dataDir, FILE, ADVICE)

/** Replaces the secret in the data folder by a new one. @returns the new one */
export async function replaceReceiptSecret(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = generateSecret()
  const write = async (temporary: string) => writeFileSync(temporary, secret)
  await replaceFile(join(dataDir, FILE), write)
  return secret
}
