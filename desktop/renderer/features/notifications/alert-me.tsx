import { useState } from 'react'
import { Link } from 'react-router-dom'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { isPushOn, pushSupport, turnOnPush } from './push.ts'

const TOAST_ID = 'push'
const TOAST_MS = 8_000

/**
 * Turns on push messages after a vote: the only place beside the settings that asks for the permission.
 * Where they are on, blocked or missing it leads to the settings, which explain that.
 */
export function AlertMe({ className }: { className: string | undefined }) {
  const services = useServices()
  const user = useUser()
  const t = useTexts(notificationTexts)
  const [isBusy, setBusy] = useState(false)
  const [support, setSupport] = useState(pushSupport)
  if (!user) return null
  // The app shows alerts by itself.
  if (services.platform.desktop) return <Link to={PATHS.alerts}>{t('alertMe.on')}</Link>
  if (support !== 'ready') {
    return (
      <Link to={PATHS.alerts} title={t(`push.${support}`)}>
        {t('alertMe.off')}
      </Link>
    )
  }
  if (isPushOn(services, user.id)) return <Link to={PATHS.alerts}>{t('alertMe.on')}</Link>
  const turnOn = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const isGranted = await turnOnPush(services, user.id)
      if (isGranted) showToast({ id: TOAST_ID, text: t('push.on'), tone: 'good' }, TOAST_MS)
      else if (pushSupport() === 'denied') showFailure(TOAST_ID, t('push.denied'))
    } catch (error) {
      console.warn(error)
      showFailure(TOAST_ID, t('push.failed'))
    }
    setSupport(pushSupport())
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={className}
      onClick={turnOn}
      aria-disabled={isBusy || undefined}
    >
      {t('alertMe.off')}
    </button>
  )
}
