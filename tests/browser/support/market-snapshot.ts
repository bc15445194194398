import type { MarketSnapshot } from '#desktop/bridge/shapes.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import type { Site } from './site.ts'

/** The market data that the app would have stored `ago` milliseconds ago. */
export async function snapshotOf({ url }: Pick<Site, 'url'>, ago: number): Promise<MarketSnapshot> {
  const api = createApiClient({ origin: url, accessToken: () => null })
  const { data: summary } = await api.vote.summary.get()
  if (!summary?.price) throw new Error('the server knows no price')
  const receivedAt = Date.parse(summary.serverDate) - ago
  const price = { ...summary.price, time: new Date(receivedAt).toISOString() }
  return { summary: { ...summary, price }, price, receivedAt }
}
