import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { useProfile } from '#desktop/renderer/features/profile/api.ts'
import { useLanguage, useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/own.module.css'

/** No user has this id, so a guest has no profile to load. */
const GUEST = 0

/** End of the signed-in user's mute (epoch ms); null while the user may write. */
export function useMute(): number | null {
  const { seconds, clock } = useServices()
  const { data: profile } = useProfile(useUser()?.id ?? GUEST)
  const until = profile?.mutedUntil ? Date.parse(profile.mutedUntil) : 0
  return useStore(seconds, () => until > clock.now()) ? until : null
}

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
