import { useStore } from 'zustand'
import { useFreshness } from '#desktop/renderer/features/market/live-price.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { openWorthText } from '#shared/i18n/open-worth.ts'
import { useOwnVotes } from './use-own-votes.ts'

/**
 * The worth of the open votes together at the newest price, and its change since 00:00 UTC. Empty without
 * a vote that earns points, and until it is known.
 */
export function OpenWorth({ className }: { className?: string | undefined }) {
  const language = useLanguage()
  const { live, clock } = useServices()
  const { data: summary } = useSummary()
  const { data: votes } = useOwnVotes()
  const isStale = useFreshness() === 'stale'
  const text = useStore(live.price, (price) => {
    if (!votes || !summary || !price) return null
    return openWorthText(language, votes, { summary, price, isStale, now: clock.now() })
  })
  return <p className={className}>{text}</p>
}
