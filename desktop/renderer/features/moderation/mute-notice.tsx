import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { useProfile } from '#desktop/renderer/features/profile/api.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/own.module.css'

interface MuteNoticeProps {
  userId: number
  /** Adds that a vote without a note is possible. */
  canVote?: boolean
}

/** Tells a muted user above an editor when writing is possible again. */
export function MuteNotice({ userId, canVote = false }: MuteNoticeProps) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const { seconds, clock } = useServices()
  const { data: profile } = useProfile(userId)
  const until = profile?.mutedUntil ? Date.parse(profile.mutedUntil) : 0
  const isMuted = useStore(seconds, () => until > clock.now())
  if (!isMuted) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        {t('mute.text', { time: format.date(until) })} {canVote && t('mute.vote')}
      </p>
      <Link to={PATHS.profile}>{t('mute.why')}</Link>
    </div>
  )
}
