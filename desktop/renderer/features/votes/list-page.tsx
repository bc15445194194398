import { Link, useSearchParams } from 'react-router-dom'
import { OwnVotes } from '#desktop/renderer/features/own-votes/own-votes.tsx'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { weekPageTexts } from '#shared/i18n/screens/week-page.ts'
import { weekOf } from '#shared/rules/iso-week.ts'
import { PATHS, weekPath } from '#shared/rules/paths.ts'
import { waitingRound } from '#shared/rules/schedule.ts'
import { RoundStrip } from './components/round-strip.tsx'
import { VoteButton } from './components/vote-button.tsx'
import { VoteList } from './components/vote-list.tsx'
import { useVoteCount } from './eligibility.ts'
import { placeOf } from './list-filter.ts'
import styles from './list-page.module.css'
import { useVoteText } from './use-vote-text.ts'

/** The list of votes below the live round. */
export function Component() {
  const { t, core } = useVoteText()
  const [search] = useSearchParams()
  return (
    <div className="page">
      <title>{`${t('list.title')} · ${core('app.name')}`}</title>
      <div className={styles.top}>
        <h1>{t('list.heading')}</h1>
        <VoteButton />
      </div>
      <RoundStrip />
      <OpenVotes />
      <VoteList place={placeOf(search)} path={PATHS.votes} />
    </div>
  )
}

/** The own calls; their height is reserved where one is known to be open. */
function OpenVotes() {
  const { clock } = useServices()
  const hasVoted = useVoteCount() > 0
  const user = useUser()
  const weekText = useTexts(weekPageTexts)
  if (!user) return null
  const hasOpenVote = hasVoted || user.lastVoteTime >= waitingRound(clock.now()).opensAt
  return (
    <div className={hasOpenVote ? styles.calls : undefined}>
      <OwnVotes hasVoted={hasVoted} />
      {hasOpenVote && (
        <p className={styles.week}>
          <Link to={weekPath(weekOf(clock.now()))}>{weekText('mine')}</Link>
        </p>
      )}
    </div>
  )
}
