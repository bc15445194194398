import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { callTexts } from '#shared/i18n/screens/calls.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import { useOwnVotes } from './own-votes.ts'
import styles from './settled-banner.module.css'
import {
  isResultDue,
  readSeenCalls,
  type SeenCalls,
  settledSince,
  updatedRecord,
  writeSeenCalls,
} from './settled-calls.ts'

/** The calls settled since the last visit with their points; its height is reserved when a result is due. */
export function SettledBanner() {
  const userId = useUser()?.id
  return userId === undefined ? null : <UserBanner key={userId} userId={userId} />
}

function UserBanner({ userId }: { userId: number }) {
  const { platform, seconds } = useServices()
  const { preferences } = platform
  const [record, setRecord] = useState(() => readSeenCalls(preferences, userId))
  const isDue = useStore(seconds, (now) => isResultDue(record, now))
  if (record === null || !isDue) return null
  const dismiss = (dismissed: SeenCalls) => {
    writeSeenCalls(preferences, userId, dismissed)
    setRecord(dismissed)
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
  onDismiss: (record: SeenCalls) => void
}

const RESULTS = { HIT: 'right', MISS: 'wrong' } as const

function resultOf({ voteChoice, result }: OwnVote) {
  if (result === 'HIT' || result === 'MISS') return RESULTS[result]
  return voteChoice === 'unknown' ? 'none' : 'void'
}

function Banner({ seen, onDismiss }: BannerProps) {
  const { format } = useLanguage()
  const c = useTexts(callTexts)
  const { clock } = useServices()
  const { data: votes = [] } = useOwnVotes()
  const settled = settledSince(seen, votes)
  const due = votes.findLast(({ settledAt }) => settledAt === null)
  if (settled.length === 0) {
    const date = due ? format.shortDate(Date.parse(due.targetTime)) : null
    return <p className={styles.due}>{date !== null && c('settled.due', { date })}</p>
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
    <section className={styles.banner} aria-label={c('settled.heading')}>
      <h2>{c('settled.heading')}</h2>
      <ul>
        {settled.map((vote) => (
          <li key={vote.id}>
            <Link to={voteViewPath(vote.id)}>{format.shortDate(Date.parse(vote.targetTime))}</Link>
            <DirectionMark choice={vote.voteChoice} />
            <span>{c(`settled.${resultOf(vote)}`)}</span>
            <b>{c('settled.points', { points: format.signed(vote.points ?? 0) })}</b>
          </li>
        ))}
      </ul>
      {settled.length > 1 && <b>{c('settled.total', { points: format.signed(total) })}</b>}
      <Button kind="plain" onClick={dismiss}>
        {c('settled.dismiss')}
      </Button>
    </section>
  )
}
