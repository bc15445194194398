import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { NotificationSettings } from '#shared/contract/notifications.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { useRemoveDevice } from './api.ts'
import styles from './page.module.css'
import { isPushOn, localZone, pushSupport, turnOffPush, turnOnPush } from './push.ts'

interface PushSectionProps {
  user: UserClaims
  settings: NotificationSettings
  isDesktop: boolean
}

/** Notifications on this device: a button once there was a vote, else why there is none. */
export function PushSection({ user, settings, isDesktop }: PushSectionProps) {
  const t = useTexts(notificationTexts)
  return (
    <Section heading={t('push.heading')}>
      {isDesktop ? <p>{t('push.desktop')}</p> : <PushSwitch user={user} settings={settings} />}
      <p className={styles.hint}>{t('push.quiet', { zone: localZone() })}</p>
    </Section>
  )
}

function PushSwitch({ user, settings }: Omit<PushSectionProps, 'isDesktop'>) {
  const services = useServices()
  const queries = useQueryClient()
  const t = useTexts(notificationTexts)
  const removeDevice = useRemoveDevice(user.id)
  const [support, setSupport] = useState(pushSupport)
  const [isBusy, setIsBusy] = useState(false)
  const current = settings.devices.find((device) => device.current)
  const refetch = () =>
    queries.invalidateQueries({ queryKey: queryKeys.notifications.settings(user.id) })

  const change = async (
    work: () => Promise<unknown>,
    failure: 'push.failed' | 'push.offFailed',
  ) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await work()
      await refetch()
    } catch (error) {
      console.warn(error)
      showFailure('push', t(failure))
    }
    setSupport(pushSupport())
    setIsBusy(false)
  }
  const turnOn = () => change(() => turnOnPush(services, user.id), 'push.failed')
  const turnOff = () =>
    change(async () => {
      if (current) await removeDevice.mutateAsync(current.id)
      await turnOffPush(services)
    }, 'push.offFailed')

  const busy = { 'aria-disabled': isBusy || undefined }
  if (current && isPushOn(services, user.id)) {
    return (
      <>
        <p>{t('push.on')}</p>
        <Button kind="plain" onClick={turnOff} {...busy}>
          {t('push.turnOff')}
        </Button>
      </>
    )
  }
  if (support !== 'ready') return <p>{t(`push.${support}`)}</p>
  if (user.lastVoteTime === 0) return <p>{t('push.afterVote')}</p>
  return (
    <>
      <p>{t('push.off')}</p>
      <Button kind="primary" onClick={turnOn} {...busy}>
        {t('push.turnOn')}
      </Button>
    </>
  )
}
