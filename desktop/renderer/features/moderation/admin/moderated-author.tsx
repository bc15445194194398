import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Select } from '#desktop/renderer/components/select.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ActBody, ModeratedUser } from '#shared/contract/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import styles from './act-form.module.css'

/** Whether the user's writing is paused at `now` (epoch ms). */
export function isMuted(author: Pick<ModeratedUser, 'mutedUntil'>, now: number): boolean {
  return author.mutedUntil !== null && Date.parse(author.mutedUntil) > now
}

/** Record of an author for a decision: age of the account, settled votes, sanctions, past acts. */
export function AuthorRecord({ author }: { author: ModeratedUser }) {
  const t = useTexts(moderationAdminTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const date = (instant: string) => format.date(Date.parse(instant))
  const states = [
    author.bannedAt && t('case.state.banned', { time: date(author.bannedAt) }),
    author.mutedUntil &&
      isMuted(author, clock.now()) &&
      t('case.state.muted', { time: date(author.mutedUntil) }),
    author.isAdmin > 0 && t('case.state.admin', { level: author.isAdmin }),
  ].filter(Boolean)
  const facts = [
    [t('case.since'), date(author.created)],
    [t('case.settled'), format.count(author.settledVotes)],
    [t('case.past'), format.count(author.pastActs)],
    [t('case.state'), states.join(' · ') || t('case.state.fine')],
  ] as const
  return (
    <>
      <p className={styles.name}>
        {author.uniqueCode} <bdi>{author.nickname}</bdi>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

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
