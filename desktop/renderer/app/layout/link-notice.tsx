import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import styles from './layout.module.css'

const MINUTE_MS = 60_000

/** When the summary was last heard, by this computer's clock; null while that is under a minute ago. */
function useHeardAt() {
  const { seconds, queries } = useServices()
  const heardAt = () => queries.getQueryState(queryKeys.summary)?.dataUpdatedAt ?? 0
  const minutes = useSyncExternalStore(seconds.subscribe, () =>
    Math.floor((Date.now() - heardAt()) / MINUTE_MS),
  )
  return heardAt() > 0 && minutes > 0 ? { heardAt: heardAt(), minutes } : null
}

/** Says above every screen that nothing new comes in, and from when is what one sees. */
export function LinkNotice() {
  const link = useStore(useServices().live.link)
  return link === 'offline' && <Offline />
}

function Offline() {
  const { t, format } = useLanguage()
  const old = useHeardAt()
  const text = old ? t('link.asOf', { time: format.date(old.heardAt) }) : t('link.offline')
  return (
    <p className={styles.notice}>
      <span role="status">{text}</span>
      {/* It grows by the minute, which nobody needs to hear each time. */}
      {old && <span> {t('link.age', { ago: format.ago(old.minutes) })}</span>}
    </p>
  )
}
