import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { waitingRound } from '#shared/rules/schedule.ts'
import styles from './own-calls-slot.module.css'

const loadOwnCalls = () => import('#desktop/renderer/features/calls/own-calls.tsx')

/** The place of the own calls, which load after the list. */
export function OwnCallsSlot() {
  const { clock } = useServices()
  const hasVoted = useVoteCount() > 0
  const user = useUser()
  const calls = useIdleModule(loadOwnCalls)
  if (!user) return null
  const hasOpenCall = hasVoted || user.lastVoteTime >= waitingRound(clock.now()).opensAt
  return (
    <div className={hasOpenCall ? styles.slot : undefined}>
      {calls && <calls.OwnCalls hasVoted={hasVoted} />}
    </div>
  )
}
