import type { QueryClient } from '@tanstack/react-query'
import type { PageSeed } from '#shared/contract/server-page.ts'

/** The state of the server's markup; null when the page came without any. */
export function readSeed(): PageSeed | null {
  const text = document.getElementById('seed')?.textContent
  return text ? JSON.parse(text) : null
}

/** Frees the text of the state; without it the screen answers actions. */
export function removeSeed(): void {
  document.getElementById('seed')?.remove()
}

/** Puts the data of the markup into the cache; `isStale` fetches it again at once. */
export function applySeed(queries: QueryClient, seed: PageSeed, isStale: boolean): void {
  for (const { key, data, updatedAt } of seed.queries) {
    queries.setQueryData(key, data, { updatedAt: isStale ? 0 : updatedAt })
  }
}
