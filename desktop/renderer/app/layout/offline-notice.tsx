import { useStore } from 'zustand'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import {
  useLanguage,
  useLinkState,
  useServices,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import { offlineTexts } from '#shared/i18n/screens/offline.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import styles from './layout.module.css'

/** Notice above every screen while nothing new arrives, with the age of what is shown. */
export function OfflineNotice() {
  const link = useLinkState()
  return isDown(link) && <Notice isFailing={link === 'failing'} />
}

function Notice({ isFailing }: { isFailing: boolean }) {
  const { t, format } = useLanguage()
  const offlineText = useTexts(offlineTexts)
  const { updatedAt, minutes } = useAge()
  const state = t(isFailing ? 'link.failing' : 'link.badge')
  const text = updatedAt
    ? offlineText('asOf', { state, time: format.date(updatedAt) })
    : offlineText('mayBeOld', { state })
  return (
    <p className={styles.notice}>
      <span role="status">{text}</span>
      {/* Outside the status: an age that changes each minute is not announced. */}
      {updatedAt > 0 && minutes > 0 && (
        <span>{offlineText('age', { ago: format.ago(minutes) })}</span>
      )}
    </p>
  )
}

/** Time of the last summary or price (epoch ms; 0 without any) and its age by the local clock. */
function useAge(): { updatedAt: number; minutes: number } {
  const { seconds, queries, live } = useServices()
  // Prices arrive more often; the summary was current with each of them.
  const price = Date.parse(live.price.getState()?.time ?? '') || 0
  const updatedAt = Math.max(price, queries.getQueryState(queryKeys.summary)?.dataUpdatedAt ?? 0)
  const minutes = useStore(seconds, () => Math.floor((Date.now() - updatedAt) / MINUTE_MS))
  return { updatedAt, minutes }
}
