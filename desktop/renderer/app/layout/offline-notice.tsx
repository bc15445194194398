import { useStore } from 'zustand'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useLanguage, useLinkState, useServices } from '#desktop/renderer/platform/services.ts'
import { isDown } from '#desktop/shared/market-state.ts'
import styles from './layout.module.css'

const MINUTE_MS = 60_000

/** Notice above every screen while nothing new arrives, with the age of what is shown. */
export function OfflineNotice() {
  const link = useLinkState()
  return isDown(link) && <Notice isFailing={link === 'failing'} />
}

function Notice({ isFailing }: { isFailing: boolean }) {
  const { t, format } = useLanguage()
  const summaryAge = useSummaryAge()
  const state = t(isFailing ? 'link.failing' : 'link.badge')
  const text = summaryAge
    ? t('link.asOf', { state, time: format.date(summaryAge.updatedAt) })
    : t('link.mayBeOld', { state })
  return (
    <p className={styles.notice}>
      <span role="status">{text}</span>
      {/* Outside the status: an age that changes each minute is not announced. */}
      {summaryAge && <span>{t('link.age', { ago: format.ago(summaryAge.minutes) })}</span>}
    </p>
  )
}

/** Time of the last summary (epoch ms, local clock) and its age; null below one minute. */
function useSummaryAge(): { updatedAt: number; minutes: number } | null {
  const { seconds, queries } = useServices()
  const updatedAt = () => queries.getQueryState(queryKeys.summary)?.dataUpdatedAt ?? 0
  const minutes = useStore(seconds, () => Math.floor((Date.now() - updatedAt()) / MINUTE_MS))
  return updatedAt() > 0 && minutes > 0 ? { updatedAt: updatedAt(), minutes } : null
}
