import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import {
  useLanguage,
  usePreference,
  useServices,
  useSession,
} from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import styles from './newcomer-steps.module.css'

const DISMISSED_KEY = 'stepsDismissed'

/** The three steps of a round, for guests and people who have never voted, until dismissed. */
export function NewcomerSteps() {
  const { platform } = useServices()
  const session = useSession()
  const wasDismissed = usePreference(DISMISSED_KEY) !== null
  const [isDismissed, setDismissed] = useState(false)
  const isNewcomer =
    session.status === 'guest' || (session.status === 'user' && session.user.lastVoteTime === 0)
  if (wasDismissed || isDismissed || !isNewcomer) return null
  const dismiss = () => {
    platform.preferences.write(DISMISSED_KEY, '1')
    setDismissed(true)
  }
  return <Steps onDismiss={dismiss} />
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const { t, format } = useLanguage()
  const refDate = useStore(useServices().seconds, (now) => liveRound(now).refDate)
  const { closesAt, targetDate } = liveRound(refDate)
  return (
    <section className={styles.steps} aria-label={t('steps.label')}>
      <ol>
        <li>{t('steps.call', { time: format.weekTime(closesAt) })}</li>
        <li>{t('steps.lock')}</li>
        <li>{t('steps.settle', { date: format.shortDate(targetDate) })}</li>
      </ol>
      <Link to={PATHS.rules}>{t('steps.rules')}</Link>
      <button type="button" aria-label={t('steps.dismiss')} onClick={onDismiss}>
        <span aria-hidden="true">×</span>
      </button>
    </section>
  )
}
