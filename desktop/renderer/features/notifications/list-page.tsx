import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import rows from '#desktop/renderer/components/rows.module.css'
import { useLanguage, useNow, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { notificationWriter } from '#shared/i18n/notifications.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { useMarkSeen, useNotifications } from './api.ts'
import { NotificationPage } from './notification-page.tsx'
import styles from './page.module.css'
import { localZone } from './push.ts'

/** The user's notifications; opening the page marks them as seen. */
export function Component() {
  const t = useTexts(notificationTexts)
  return (
    <NotificationPage
      heading={t('list.heading')}
      back={PATHS.home}
      other={{ to: PATHS.alerts, text: t('list.settings') }}
      guest={t('list.guest')}
    >
      {(user) => <List userId={user.id} />}
    </NotificationPage>
  )
}

const subscribe = (listener: () => void) => focusManager.subscribe(listener)
const isFocused = () => focusManager.isFocused()

function List({ userId }: { userId: number }) {
  const { t: core, locale, format } = useLanguage()
  const t = useTexts(notificationTexts)
  const { data, error, isPending, isFetching, refetch } = useNotifications(userId)
  const { mutate: markSeen } = useMarkSeen(userId)
  // A page in the background is not read.
  const isRead = useSyncExternalStore(subscribe, isFocused, () => true) && !isFetching
  const newest = data && data.unseen > 0 ? data.items[0]?.id : undefined
  /** Ids that are new at this visit: they stay marked, also when the list is fetched again after it was seen. */
  const newIds = useRef(new Set<number>())
  // The list of an earlier visit is shown while it is fetched again.
  const fresh = isFetching ? [] : (data?.items ?? [])
  for (const { id, isNew } of fresh) if (isNew) newIds.current.add(id)
  useEffect(() => {
    if (isRead && newest !== undefined) markSeen(newest)
  }, [isRead, newest, markSeen])
  if (isPending) return <Loading text={core('state.loading')} />
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />
  const write = notificationWriter(locale, localZone(), format)
  return (
    <>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {data?.items.length === 0 && <Empty text={t('list.empty')} />}
      <ul className={rows.rows} aria-label={t('list.heading')}>
        {data?.items.map((item) => (
          <Row
            key={item.id}
            item={item}
            isNew={item.isNew || newIds.current.has(item.id)}
            {...write(item)}
          />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  item: Notification
  isNew: boolean
  title: string
  body: string
  path: string
}

function Row({ item, isNew, title, body, path }: RowProps) {
  const { format } = useLanguage()
  const t = useTexts(notificationTexts)
  const created = Date.parse(item.created)
  const minutes = Math.max(0, (useNow() - created) / 60_000)
  return (
    <li className={rows.row}>
      <div>
        <Link to={path}>{title}</Link>
        {isNew && <span className={rows.chip}>{t('list.new')}</span>}
        <p className={styles.hint}>{body}</p>
      </div>
      <time dateTime={item.created} title={format.date(created)} className={styles.hint}>
        {format.age(minutes)}
      </time>
    </li>
  )
}
