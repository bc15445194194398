import { Link } from 'react-router-dom'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/own.module.css'
import { useMute } from './use-mute.ts'

interface MuteNoticeProps {
  /** Adds that a vote without a note is possible. */
  canVote?: boolean
}

/** Tells a muted user above an editor when writing is possible again. */
export function MuteNotice({ canVote = false }: MuteNoticeProps) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const until = useMute()
  if (until === null) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        {t('mute.text', { time: format.date(until) })} {canVote && t('mute.vote')}
      </p>
      <Link to={PATHS.profile}>{t('mute.why')}</Link>
    </div>
  )
}
