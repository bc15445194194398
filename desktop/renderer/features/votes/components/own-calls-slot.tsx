import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useUser } from '#desktop/renderer/platform/services.ts'
import styles from './own-calls-slot.module.css'

const loadOwnCalls = () => import('#desktop/renderer/features/calls/own-calls.tsx')

/** The place of the own calls, which load after the list. */
export function OwnCallsSlot() {
  const hasVoted = useVoteCount() > 0
  const isSignedIn = useUser() !== null
  const calls = useIdleModule(loadOwnCalls)
  if (!isSignedIn) return null
  return (
    <div className={hasVoted ? styles.slot : undefined}>
      {calls && <calls.OwnCalls hasVoted={hasVoted} />}
    </div>
  )
}
