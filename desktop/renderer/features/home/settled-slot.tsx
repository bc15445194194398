import { useState } from 'react'
import { useStore } from 'zustand'
import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import {
  isResultDue,
  readSeenCalls,
  type SeenCalls,
  writeSeenCalls,
} from '#desktop/renderer/features/calls/settled-calls.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import styles from './settled-slot.module.css'

const loadBanner = () => import('#desktop/renderer/features/calls/settled-banner.tsx')

/** The place of the banner of new results: reserved at once when a result is due. */
export function SettledSlot() {
  const userId = useUser()?.id
  return userId === undefined ? null : <UserSlot key={userId} userId={userId} />
}

function UserSlot({ userId }: { userId: number }) {
  const { platform, seconds } = useServices()
  const { preferences } = platform
  const [record, setRecord] = useState(() => readSeenCalls(preferences, userId))
  const isDue = useStore(seconds, (now) => isResultDue(record, now))
  if (record === null || !isDue) return null
  const dismiss = (dismissed: SeenCalls) => {
    writeSeenCalls(preferences, userId, dismissed)
    setRecord(dismissed)
  }
  return <Banner seen={record.seen} onDismiss={dismiss} />
}

function Banner(props: { seen: string; onDismiss: (record: SeenCalls) => void }) {
  const banner = useIdleModule(loadBanner)
  return <div className={styles.slot}>{banner && <banner.SettledBanner {...props} />}</div>
}
