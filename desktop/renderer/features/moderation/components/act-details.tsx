import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { isInForce } from '#desktop/renderer/features/moderation/in-force.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnAct } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { AppealDialog } from './appeal-dialog.tsx'
import styles from './own.module.css'

interface ActDetailsProps {
  act: OwnAct
  /** All own acts, newest first. */
  acts: readonly OwnAct[]
}

/** Reason and message of an act against the user, and the appeal or the button for it. */
export function ActDetails({ act, acts }: ActDetailsProps) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const [isAppealing, setAppealing] = useState(false)
  const now = clock.now()
  const isOpen = act.appealUntil !== null && Date.parse(act.appealUntil) > now
  const canAppeal = isOpen && act.appeal === null && isInForce(act, acts, now)
  return (
    <div className={styles.details}>
      <p>
        {act.byReports
          ? t('own.byReports')
          : t('own.reason', { reason: t(`reason.${act.reason}`) })}
      </p>
      {act.until && <p>{t('own.until', { time: format.date(Date.parse(act.until)) })}</p>}
      {act.message && <Quote label={t('own.message')} text={act.message} />}
      {act.appeal && <AppealState appeal={act.appeal} />}
      {canAppeal && act.appealUntil && (
        <p className={styles.appeal}>
          <Button kind="plain" onClick={() => setAppealing(true)}>
            {t('own.appeal')}
          </Button>
          <small>{t('own.appealUntil', { time: format.date(Date.parse(act.appealUntil)) })}</small>
        </p>
      )}
      {isAppealing && <AppealDialog actId={act.id} onClose={() => setAppealing(false)} />}
    </div>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<OwnAct['appeal']> }) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const state =
    appeal.granted === null
      ? t('own.appeal.open', { time: format.date(Date.parse(appeal.created)) })
      : t(appeal.granted ? 'own.appeal.granted' : 'own.appeal.denied')
  return (
    <>
      <p className={styles.state}>{state}</p>
      {appeal.answer && <Quote label={t('own.appeal.answer')} text={appeal.answer} />}
    </>
  )
}

/** Text of a moderator, as typed. */
function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <small>{label}</small>
      <blockquote className={styles.quote}>{text}</blockquote>
    </div>
  )
}
