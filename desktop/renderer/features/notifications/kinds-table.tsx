import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { SoundSelect } from '#desktop/renderer/features/settings/sound-select.tsx'
import { useSaveSettings } from '#desktop/renderer/features/settings/use-save-settings.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type {
  AlertKind,
  NotificationSettings,
  NotificationSettingsBody,
} from '#shared/contract/notifications.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { DEFAULT_KINDS } from '#shared/rules/notification-kinds.ts'
import { useSaveAlerts } from './api.ts'
import styles from './kinds-table.module.css'
import { WorthMark } from './worth-mark.tsx'

const ROWS = [
  'settled',
  'flip',
  'worth',
  'closing',
  'opened',
  'season',
  'reply',
  'mention',
  'level',
] as const
type Row = (typeof ROWS)[number]
const PLACES = ['push', 'desktop'] as const
type Place = (typeof PLACES)[number]

/** The sound of a kind in the app; null for what it does not show. */
const SOUNDS = {
  settled: 'settled',
  flip: 'band',
  worth: 'band',
  closing: 'closing',
  opened: 'opened',
  season: null,
  reply: 'opened',
  mention: 'opened',
  level: 'level',
} as const

interface KindsTableProps {
  userId: number
  settings: NotificationSettings
}

/** Which alerts come where: a row for each kind; changes are saved at once. */
export function KindsTable({ userId, settings }: KindsTableProps) {
  const language = useLanguage()
  const t = useTexts(notificationTexts)
  const { desktop } = useServices().platform
  const { mutateAsync } = useSaveAlerts(userId)
  const save = (change: NotificationSettingsBody) =>
    mutateAsync(change).catch((error: unknown) =>
      showFailure(
        'alert-settings',
        `${t('alerts.notSaved')} ${failureText(language, error) ?? ''}`,
      ),
    )
  return (
    <table className={styles.table} data-sounds={desktop !== null || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('alerts.kind')}</th>
          <th scope="col">{t('place.list')}</th>
          <th scope="col">{t('place.push')}</th>
          <th scope="col">{t('place.desktop')}</th>
          {desktop && <th scope="col">{t('alerts.sound')}</th>}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((kind) => (
          <KindRow key={kind} kind={kind} settings={settings} onSave={save} desktop={desktop} />
        ))}
      </tbody>
    </table>
  )
}

interface KindRowProps {
  kind: Row
  settings: NotificationSettings
  onSave: (change: NotificationSettingsBody) => void
  desktop: DesktopFeatures | null
}

function KindRow({ kind, settings, onSave, desktop }: KindRowProps) {
  const t = useTexts(notificationTexts)
  const nameId = useId()
  const { kinds, worth = null, noPush = [], noDesktop = [] } = settings
  const without: Record<Place, AlertKind[]> = { push: noPush, desktop: noDesktop }
  const isOn = {
    level: true,
    worth: worth !== null,
    ...DEFAULT_KINDS,
    ...kinds,
  }[kind]
  const isShown = (place: Place) => isOn && !without[place].includes(kind)
  const show = (place: Place, isWanted: boolean) => {
    const others = without[place].filter((other) => other !== kind)
    const next = isWanted ? others : [...others, kind]
    onSave(place === 'push' ? { noPush: next } : { noDesktop: next })
  }
  return (
    <tr>
      <th scope="row" id={nameId}>
        {t(`kind.${kind}`)}
        {kind === 'worth' && <WorthMark worth={worth} onSave={(mark) => onSave({ worth: mark })} />}
      </th>
      <Cell place={t('place.list')}>
        {kind === 'level' ? (
          <Fixed text={t('place.always')} />
        ) : (
          <Switch
            label={`${t('place.list')}: ${t(`kind.${kind}`)}`}
            isOn={isOn}
            onChange={(isWanted) =>
              onSave(
                kind === 'worth' ? { worth: isWanted ? FIRST_MARK : null } : { [kind]: isWanted },
              )
            }
          />
        )}
      </Cell>
      {PLACES.map((place) => (
        <Cell key={place} place={t(`place.${place}`)}>
          {place === 'desktop' && kind === 'season' ? (
            <Fixed text={t('place.never')} />
          ) : (
            <Switch
              label={`${t(`place.${place}`)}: ${t(`kind.${kind}`)}`}
              isOn={isShown(place)}
              isDisabled={!isOn}
              onChange={(isWanted) => show(place, isWanted)}
            />
          )}
        </Cell>
      ))}
      {desktop && (
        <Cell place={t('alerts.sound')}>
          {SOUNDS[kind] && (
            <Sound kind={SOUNDS[kind]} labelledBy={t(`kind.${kind}`)} desktop={desktop} />
          )}
        </Cell>
      )}
    </tr>
  )
}

/** Points of the mark when it is switched on. */
const FIRST_MARK = 100

/** On narrow screens each cell names its column. */
const Cell = ({ place, children }: { place: string; children: ReactNode }) => (
  <td>
    <span className={styles.place} aria-hidden="true">
      {place}
    </span>
    {children}
  </td>
)

/** A place without a switch. */
const Fixed = ({ text }: { text: string }) => <span className={styles.fixed}>{text}</span>

interface SwitchProps {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

const Switch = ({ label, isOn, isDisabled, onChange }: SwitchProps) => (
  <label className={styles.switch}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  </label>
)

interface SoundProps {
  kind: NonNullable<(typeof SOUNDS)[Row]>
  labelledBy: string
  desktop: DesktopFeatures
}

/** The sound of a kind on this computer. */
function Sound({ kind, labelledBy, desktop }: SoundProps) {
  const t = useTexts(desktopSettingsTexts)
  const { sounds, soundVolume } = useStore(desktop.settings)
  const save = useSaveSettings(desktop)
  return (
    <SoundSelect
      label={labelledBy}
      value={sounds[kind]}
      defaultText={t('sound.default')}
      volume={soundVolume}
      onChange={(sound) => save({ sounds: { ...sounds, [kind]: sound } })}
    />
  )
}
