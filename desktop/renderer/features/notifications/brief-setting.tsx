import { useId } from 'react'
import { Select } from '#desktop/renderer/components/select.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { NotificationSettings } from '#shared/contract/notifications.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { BRIEF_HOURS, type BriefTime } from '#shared/rules/brief.ts'
import styles from './page.module.css'
import { localZone } from './push.ts'

const HOURS = Array.from(
  { length: BRIEF_HOURS.last - BRIEF_HOURS.first + 1 },
  (_, index) => BRIEF_HOURS.first + index,
)

interface BriefSettingProps {
  settings: NotificationSettings
  onChange: (brief: BriefTime | null) => void
}

/** Hour of the brief of each day: in the time zone that it has, or that of this device for a new one. */
export function BriefSetting({ settings: { brief = null }, onChange }: BriefSettingProps) {
  const t = useTexts(notificationTexts)
  const hintId = useId()
  const zone = brief?.zone ?? localZone()
  const label = t('brief.label', { zone })
  const options = [
    { value: 'off', text: t('brief.off') },
    ...HOURS.map((hour) => ({ value: `${hour}`, text: `${String(hour).padStart(2, '0')}:00` })),
  ]
  return (
    <div className={styles.brief}>
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        describedBy={hintId}
        value={brief ? `${brief.hour}` : 'off'}
        options={options}
        onChange={(value) => onChange(value === 'off' ? null : { hour: Number(value), zone })}
      />
      <p id={hintId} className={styles.hint}>
        {t('brief.hint')}
      </p>
    </div>
  )
}
