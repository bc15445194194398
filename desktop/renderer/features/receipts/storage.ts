import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { Receipt } from '#shared/contract/receipts.ts'

type Store = Pick<Preferences, 'read' | 'write' | 'remove'>

const keyOf = (userId: number) => `receipts:${userId}`

/** Keeps a receipt of the user in this browser or app: one line of JSON each, the newest last. */
export function storeReceipt(store: Store, userId: number, receipt: Receipt): void {
  const lines = store.read(keyOf(userId)) ?? ''
  const line = `${JSON.stringify(receipt)}\n`
  // A repeated edit answers its receipt again.
  if (!lines.endsWith(line)) store.write(keyOf(userId), lines + line)
}

/** Stored receipts of a vote, oldest first, as unchecked JSON. */
export function storedReceipts(store: Store, userId: number, voteId: number): unknown[] {
  const lines = (store.read(keyOf(userId)) ?? '').split('\n')
  return lines
    .filter((line) => line.includes(`"voteId":${voteId},`))
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

/** Removes the stored receipts of a user. */
export function removeReceipts(store: Store, userId: number): void {
  store.remove(keyOf(userId))
}
