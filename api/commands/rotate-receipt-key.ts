import type { Database } from '#api/infrastructure/database/database.ts'
import { createReceiptKeyStore } from '#api/modules/receipts/key-store.ts'
import { rotateReceiptKey } from '#api/modules/receipts/signer.ts'
import { openEventBus } from '#api/server/infrastructure.ts'
import { replaceReceiptSecret } from '#api/server/receipt-secret.ts'
import { type CommandDeps, CommandError } from './command.ts'

/**
 * Makes another key sign the receipts: a new one in the data folder, or the new RECEIPT_KEY. Running
 * instances load a new file at once; with RECEIPT_KEY they have to be restarted within a day.
 * @throws CommandError when RECEIPT_KEY is the key that signs already
 */
export async function rotateKey(deps: CommandDeps, database: Database): Promise<void> {
  const { config, clock, print } = deps
  const secret = config.receiptKey ?? (await replaceReceiptSecret(config.dataDir))
  const id = await rotateReceiptKey(createReceiptKeyStore(database), secret, clock.now())
  if (id === null) {
    throw new CommandError(
      'RECEIPT_KEY has signed before: set it to a new secret (openssl rand -base64 48) first.',
    )
  }
  // A bus drops the caches of all instances when it starts, and they load the key again.
  const bus = await openEventBus({ ...deps, database })
  await bus.stop()
  print(`Receipts are signed by ${id} from now on; the key before stays valid for a day.`)
  if (config.receiptKey !== null)
    print('Restart every instance with this RECEIPT_KEY within a day.')
}
