import { useMemo, useReducer } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { ownVoteTexts } from '#shared/i18n/screens/own-votes.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import styles from './settled-banner.module.css'
import {
  isResultDue,
  parseSeenVotes,
  type SeenVotes,
  seenVotesKey,
  settledSince,
  updatedRecord,
  writeSeenVotes,
} from './settled-votes.ts'
import { useOwnVotes } from './use-own-votes.ts'

/** The votes settled since the last visit with their points; its height is reserved when a result is due. */
export function SettledBanner() {
  const userId = useUser()?.id
  return userId === undefined ? null : <UserBanner key={userId} userId={userId} />
}

function UserBanner({ userId }: { userId: number }) {
  const { platform, seconds } = useServices()
  const { preferences } = platform
  // Read each second: this window writes it once it has the votes, and another one may dismiss results.
  const stored = useStore(seconds, () => preferences.read(seenVotesKey(userId)))
  const record = useMemo(() => parseSeenVotes(stored), [stored])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const isDue = useStore(seconds, (now) => isResultDue(record, now))
  if (record === null || !isDue) return null
  const dismiss = (dismissed: SeenVotes) => {
    writeSeenVotes(preferences, userId, dismissed)
    render()
  }
  return (
    <div className={styles.place}>
      <Banner seen={record.seen} onDismiss={dismiss} />
    </div>
  )
}

interface BannerProps {
  /** Results after this instant (ISO 8601, UTC) are shown. */
  seen: string
  /** Gets the record in which these results are seen. */
  onDismiss: (record: SeenVotes) => void
}

const RESULTS = { HIT: 'right', MISS: 'wrong' } as const

function resultOf({ voteChoice, result }: OwnVote) {
  if (result === 'HIT' || result === 'MISS') return RESULTS[result]
  return voteChoice === 'unknown' ? 'none' : 'void'
}

function Banner({ seen, onDismiss }: BannerProps) {
  const { format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { clock } = useServices()
  const { data: votes = [] } = useOwnVotes()
  const settled = settledSince(seen, votes)
  const due = votes.findLast(({ settledAt }) => settledAt === null)
  if (settled.length === 0) {
    const date = due ? format.shortDate(Date.parse(due.targetTime)) : null
    return <p className={styles.due}>{date !== null && voteText('settled.due', { date })}</p>
  }
  const total = settled.reduce((sum, { points }) => sum + (points ?? 0), 0)
  const dismiss = () => {
    // Instants of the contract sort as text.
    const newest =
      settled
        .map(({ settledAt }) => settledAt ?? '')
        .sort()
        .at(-1) ?? seen
    onDismiss(updatedRecord({ seen: newest, pending: [] }, votes, clock.now()))
  }
  return (
    <section className={styles.banner} aria-label={voteText('settled.heading')}>
      <h2>{voteText('settled.heading')}</h2>
      <ul>
        {settled.map((vote) => (
          <li key={vote.id}>
            <Link to={voteViewPath(vote.id)}>{format.shortDate(Date.parse(vote.targetTime))}</Link>
            <LeveledDirection choice={vote.voteChoice} refPrice={vote.refPrice} />
            <span>{voteText(`settled.${resultOf(vote)}`)}</span>
            <b>{voteText('settled.points', { points: format.signed(vote.points ?? 0) })}</b>
          </li>
        ))}
      </ul>
      {settled.length > 1 && <b>{voteText('settled.total', { points: format.signed(total) })}</b>}
      <Button kind="plain" onClick={dismiss}>
        {voteText('settled.dismiss')}
      </Button>
    </section>
  )
}
