import { useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import rows from '#desktop/renderer/components/rows.module.css'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { PriceLevels } from '#desktop/renderer/features/levels/price-levels.tsx'
import { Checkbox } from '#desktop/renderer/features/settings/settings-controls.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { NotificationSettings, PushDevice } from '#shared/contract/notifications.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { useAlertSettings, useRemoveDevice, useSaveAlerts, useSendTest } from './api.ts'
import { BriefSetting } from './brief-setting.tsx'
import { KindsTable } from './kinds-table.tsx'
import { NotificationPage } from './notification-page.tsx'
import styles from './page.module.css'
import { turnOffPush } from './push.ts'
import { PushSection } from './push-section.tsx'

const TOAST_ID = 'alert-settings'
const TOAST_MS = 4_000

/** Kinds of notifications, push messages of this browser, and other devices. */
export function Component() {
  const t = useTexts(notificationTexts)
  return (
    <NotificationPage
      heading={t('alerts.heading')}
      back={PATHS.profile}
      other={{ to: PATHS.notifications, text: t('alerts.list') }}
      guest={t('alerts.guest')}
    >
      {(user) => <Settings user={user} />}
    </NotificationPage>
  )
}

function Settings({ user }: { user: UserClaims }) {
  const { t: core } = useLanguage()
  const levelText = useTexts(levelTexts)
  const isDesktop = useServices().platform.desktop !== null
  const { data, error, isPending, refetch } = useAlertSettings(user.id)
  if (isPending) return <Loading text={core('state.loading')} />
  if (!data) return <LoadFailure error={error} onRetry={refetch} />
  return (
    <>
      <Kinds userId={user.id} settings={data} />
      <Section heading={levelText('level.heading')}>
        <PriceLevels />
      </Section>
      <PushSection user={user} settings={data} isDesktop={isDesktop} />
      <Devices userId={user.id} devices={data.devices} />
    </>
  )
}

interface KindsProps {
  userId: number
  settings: NotificationSettings
}

function Kinds({ userId, settings }: KindsProps) {
  const language = useLanguage()
  const t = useTexts(notificationTexts)
  const { mutateAsync } = useSaveAlerts(userId)
  const { showsDirection = false } = settings
  const fail = (error: Error) =>
    showFailure(TOAST_ID, `${t('alerts.notSaved')} ${failureText(language, error) ?? ''}`)
  return (
    <Section heading={t('alerts.kinds')}>
      <KindsTable userId={userId} settings={settings} />
      <p className={styles.hint}>{t('alerts.security')}</p>
      <Checkbox
        text={t('alerts.direction')}
        isOn={showsDirection}
        onChange={(isOn) => mutateAsync({ showsDirection: isOn }).catch(fail)}
      />
      <BriefSetting settings={settings} onChange={(brief) => mutateAsync({ brief }).catch(fail)} />
      <TestButton userId={userId} />
    </Section>
  )
}

/** Sends a test to every device, window and app of the user. */
function TestButton({ userId }: { userId: number }) {
  const language = useLanguage()
  const t = useTexts(notificationTexts)
  const { mutateAsync, isPending } = useSendTest(userId)
  const send = async () => {
    if (isPending) return
    try {
      const { devices } = await mutateAsync()
      const text =
        devices === 0 ? t('test.listed') : t('test.sent', { count: language.format.count(devices) })
      showToast({ id: TOAST_ID, text, tone: 'good' }, TOAST_MS)
    } catch (error) {
      showFailure(TOAST_ID, `${t('test.failed')} ${failureText(language, error) ?? ''}`)
    }
  }
  return (
    <p className={styles.test}>
      <Button kind="plain" onClick={send} aria-disabled={isPending || undefined}>
        {t('test.send')}
      </Button>
    </p>
  )
}

function Devices({ userId, devices }: { userId: number; devices: PushDevice[] }) {
  const t = useTexts(notificationTexts)
  const { format } = useLanguage()
  const services = useServices()
  const { mutateAsync } = useRemoveDevice(userId)
  const listId = useId()
  const nameOf = ({ device: { app, system } }: PushDevice) =>
    app && system ? t('devices.name', { app, system }) : app || system || t('devices.unknown')
  const remove = async ({ id, current }: PushDevice) => {
    try {
      await mutateAsync(id)
    } catch {
      return showFailure(TOAST_ID, t('devices.failed'))
    }
    if (current) void turnOffPush(services)
    showToast({ id: TOAST_ID, text: t('devices.removed'), tone: 'good' }, TOAST_MS)
    document.getElementById(listId)?.focus()
  }
  return (
    <Section heading={t('devices.heading')}>
      {devices.length === 0 && <p className={styles.hint}>{t('devices.none')}</p>}
      <ul id={listId} className={rows.rows} tabIndex={-1} aria-label={t('devices.heading')}>
        {devices.map((device) => (
          <li key={device.id} className={rows.row}>
            <div>
              <strong>{nameOf(device)}</strong>
              {device.current && <span className={rows.chip}>{t('devices.current')}</span>}
              <p className={styles.hint}>
                {t('devices.since', {
                  time: format.date(Date.parse(device.created)),
                  zone: device.zone,
                })}
              </p>
            </div>
            <Button
              kind="plain"
              aria-label={t('devices.removeOf', { device: nameOf(device) })}
              onClick={() => remove(device)}
            >
              {t('devices.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
