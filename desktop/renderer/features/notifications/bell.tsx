import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showToast } from '#desktop/renderer/components/toast.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import {
  type Services,
  useLanguage,
  useServices,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import type { ThreadNotice } from '#shared/contract/notifications.ts'
import { notificationWriter } from '#shared/i18n/notifications.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { periodEnd } from '#shared/rules/schedule.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { useUnseen } from './api.ts'
import styles from './bell.module.css'
import { isPushed, localZone, renewPush } from './push.ts'

/** Notifications of an event are created within seconds; spread, so that not all clients ask at once. */
const DELAY_MS = 15_000
const SPREAD_MS = 30_000
const COUNT_MAX = 99
/** Time for which an alert is shown, ms. */
const ALERT_MS = 15_000

/** Refetches after each end of a period, and an hour before it. */
function useBellUpdates(userId: number) {
  const { seconds } = useServices()
  const queries = useQueryClient()
  useEffect(() => {
    const next = (now: number) => {
      const reminder = periodEnd(now) - HOUR_MS
      return now < reminder ? reminder : periodEnd(now)
    }
    let due = next(seconds.getState())
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = seconds.subscribe((now) => {
      if (now < due) return
      due = next(now)
      timer = setTimeout(
        () => queries.invalidateQueries({ queryKey: queryKeys.notifications.all(userId) }),
        DELAY_MS + Math.random() * SPREAD_MS,
      )
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [seconds, queries, userId])
}

/** Whether the reader looks at a thread, which shows new replies by itself: on its page or the desk. */
function isInView({ watchedThread }: Services['live'], { target, id }: ThreadNotice): boolean {
  const watched = watchedThread.getState()
  return document.visibilityState === 'visible' && watched?.target === target && watched.id === id
}

/** Refetches upon an alert, and shows it in a browser; the desktop app notifies by itself. */
function useAlerts(userId: number) {
  const services = useServices()
  const { live, queries, platform } = services
  const { locale, format } = useLanguage()
  const navigate = useNavigate()
  const t = useTexts(notificationTexts)
  useEffect(
    () =>
      live.onAlert(async (notification) => {
        queries.invalidateQueries({ queryKey: queryKeys.notifications.all(userId) })
        queries.invalidateQueries({ queryKey: queryKeys.levels(userId) })
        // The app notifies by itself, and so does this browser where the message is pushed to it.
        if (platform.desktop || (await isPushed(services, userId, notification.kind))) return
        const { title, body, path } = notificationWriter(locale, localZone(), format)(notification)
        if (notification.thread && isInView(live, notification.thread)) return
        const action = { text: t('bell.show'), act: () => navigate(path) }
        const id = `alert ${notification.id}`
        showToast({ id, text: title, detail: body, tone: 'info', action }, ALERT_MS)
      }),
    [services, live, queries, platform, locale, format, navigate, t, userId],
  )
  // After the effect that shows them.
  useEffect(() => {
    live.watchesAlerts.setState(true, true)
    return () => live.watchesAlerts.setState(false, true)
  }, [live])
}

/** Shows the page that a clicked notification names. */
function useClicks() {
  const navigate = useNavigate()
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    const onMessage = ({ data, ports }: MessageEvent) => {
      if (data?.type !== 'go' || !String(data.path).startsWith('/')) return
      // Without an answer the service worker opens another window.
      ports[0]?.postMessage('accepted')
      navigate(String(data.path))
    }
    worker?.addEventListener('message', onMessage)
    worker?.startMessages()
    return () => worker?.removeEventListener('message', onMessage)
  }, [navigate])
}

/** The bell of a signed-in user with the number of new notifications. */
export function Bell({ userId }: { userId: number }) {
  const services = useServices()
  const { queries } = services
  const { format } = useLanguage()
  const t = useTexts(notificationTexts)
  const count = useUnseen(userId).data?.unseen ?? 0
  useBellUpdates(userId)
  useAlerts(userId)
  useClicks()
  useEffect(() => {
    if (services.platform.desktop) return
    const renew = async () => {
      const isRemoved = await renewPush(services, userId)
      const queryKey = queryKeys.notifications.settings(userId)
      if (isRemoved) await queries.invalidateQueries({ queryKey })
    }
    renew().catch((error: unknown) => console.warn(error))
  }, [services, queries, userId])
  // The name repeats what is seen, as a word of its own, for people who speak to their computer.
  const shown = count > COUNT_MAX ? `${COUNT_MAX}+` : format.count(count)
  const label = count > 0 ? t('bell.some', { count: shown }) : t('bell.none')
  return (
    <Link to={PATHS.notifications} className={styles.bell} aria-label={label} title={label}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3.5 11.5c1-1 1-2.5 1-4a3.5 3.5 0 0 1 7 0c0 1.5 0 3 1 4zM6.5 13.5h3" />
      </svg>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  )
}
