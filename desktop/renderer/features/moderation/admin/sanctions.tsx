import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Select } from '#desktop/renderer/components/select.tsx'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ActBody, ModeratedUser } from '#shared/contract/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import styles from './act-form.module.css'
import { isMuted } from './author-record.tsx'

const DAYS = { '1': 1, '7': 7, '30': 30 } as const
type Days = keyof typeof DAYS

interface SanctionsProps {
  author: ModeratedUser
  isPending: boolean
  onSend: (body: Pick<ActBody, 'act' | 'days' | 'hideContent'>) => void
}

/** Pauses the writing of a user or closes the account, and lifts both again. */
export function Sanctions({ author, isPending, onSend }: SanctionsProps) {
  const t = useTexts(moderationAdminTexts)
  const { clock } = useServices()
  const [days, setDays] = useState<Days>('1')
  const [hidesAll, setHidesAll] = useState(false)
  const pending = { 'aria-disabled': isPending || undefined }

  const ban = async () => {
    const isSure = await confirm({
      text: t(hidesAll ? 'act.ban.textAll' : 'act.ban.text', { nickname: author.nickname }),
      yes: t('act.ban.yes'),
      no: t('act.ban.no'),
    })
    if (isSure) onSend({ act: 'ban', hideContent: hidesAll })
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('act.group.person')}</legend>
      <div className={styles.row}>
        {isMuted(author, clock.now()) ? (
          <Button kind="plain" {...pending} onClick={() => onSend({ act: 'unmute' })}>
            {t('act.do.unmute')}
          </Button>
        ) : (
          <>
            <Select
              label={t('act.days')}
              value={days}
              options={(['1', '7', '30'] as const).map((value) => ({
                value,
                text: t(`act.days.${value}`),
              }))}
              onChange={setDays}
            />
            <Button
              kind="plain"
              {...pending}
              onClick={() => onSend({ act: 'mute', days: DAYS[days] })}
            >
              {t('act.do.mute')}
            </Button>
          </>
        )}
      </div>
      <div className={styles.row}>
        {author.bannedAt ? (
          <Button kind="plain" {...pending} onClick={() => onSend({ act: 'unban' })}>
            {t('act.do.unban')}
          </Button>
        ) : (
          <>
            <Button kind="plain" {...pending} onClick={ban}>
              {t('act.do.ban')}
            </Button>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={hidesAll}
                onChange={({ target }) => setHidesAll(target.checked)}
              />
              <span>{t('act.hideContent')}</span>
            </label>
          </>
        )}
      </div>
    </fieldset>
  )
}
