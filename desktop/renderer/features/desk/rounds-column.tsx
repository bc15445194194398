import { useState } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { YourVote } from '#desktop/renderer/features/own-votes/your-vote.tsx'
import { LiveOffers } from '#desktop/renderer/features/votes/live-offers.tsx'
import { VoteInPlace } from '#desktop/renderer/features/votes/vote-in-place.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useSession, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { deskTexts } from '#shared/i18n/screens/desk.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { RoundPanel } from './round-panel.tsx'
import styles from './rounds-column.module.css'

interface RoundsColumnProps {
  hasVoted: boolean
  notePlace: HTMLElement | null
  isNoteOpen: boolean
  onNoteOpen: (isOpen: boolean) => void
}

/** The round that takes votes, and the one that waits for its target. */
export function RoundsColumn(props: RoundsColumnProps) {
  const { t } = useLanguage()
  const { data: summary, error, isPending, refetch } = useSummary()
  const user = useUser()
  if (!summary) {
    return isPending ? (
      <div className={styles.waiting}>
        <Loading text={t('state.loading')} />
      </div>
    ) : (
      <LoadFailure error={error} onRetry={refetch} />
    )
  }
  const { target1, target2 } = summary
  return (
    <div className={styles.rounds}>
      <RoundPanel
        kind="live"
        target={target2}
        offers={user && !props.hasVoted ? null : <LiveOffers target={target2} isDense />}
      >
        <LiveAction {...props} target={target2} />
      </RoundPanel>
      <RoundPanel kind="closed" target={target1}>
        {user && <YourVote kind="closed" target={target1} hasVoted={props.hasVoted} isBrief />}
      </RoundPanel>
    </div>
  )
}

/** The own vote, the form for one, or what signing in brings. */
function LiveAction({ target, hasVoted, ...note }: RoundsColumnProps & { target: Target }) {
  const { t } = useLanguage()
  const session = useSession()
  // A new round has no reference price for a moment; a form that is being filled in stays.
  const [hasOpened, setOpened] = useState(false)
  if (!hasOpened && target.refPrice !== null) setOpened(true)
  if (session.status === 'checking') return <Loading text={t('state.loading')} />
  if (session.status === 'guest') {
    return <SignIn />
  }
  if (hasVoted) {
    return <YourVote kind="live" target={target} hasVoted isBrief />
  }
  if (!hasOpened) return null
  return <VoteInPlace key={session.user.id} userId={session.user.id} target={target} {...note} />
}

function SignIn() {
  const { t: core } = useLanguage()
  const t = useTexts(deskTexts)
  return (
    <div className={styles.guest}>
      <p>{t('guest.rounds')}</p>
      <Link to={PATHS.login} state={{ from: PATHS.desk }} className={buttonClass('primary')}>
        {core('header.login')}
      </Link>
    </div>
  )
}
