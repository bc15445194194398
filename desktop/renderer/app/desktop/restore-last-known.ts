import type { LastKnown } from '#desktop/bridge/shapes.ts'
import { restoreQuery } from '#desktop/renderer/platform/persisted-queries.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'

/** Shows the market data of an earlier run until the server replies. */
export function restoreLastKnown(
  { queries, live }: Pick<Services, 'queries' | 'live'>,
  known: LastKnown | null,
): void {
  if (!known) return
  if (known.summary) {
    restoreQuery(queries, {
      key: queryKeys.summary,
      data: known.summary,
      updatedAt: known.receivedAt,
    })
  }
  const price = known.price ?? known.summary?.price
  if (price) live.price.setState(price, true)
}
