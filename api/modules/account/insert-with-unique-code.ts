import { uniqueCode } from '#shared/rules/unique-code.ts'

/** There are a billion unique codes, so repeated collisions mean another fault. */
const ATTEMPTS = 8

/**
 * Inserts an account with a random unique code. `insert` returns the id, or null when another account
 * has the code; then it is called again with another code.
 */
export async function insertWithUniqueCode(
  insert: (code: string) => Promise<number | null>,
): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = await insert(uniqueCode(crypto.getRandomValues(new Uint8Array(8))))
    if (id !== null) return id
  }
  throw new Error('found no free unique code')
}
