import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Refusal } from './refusal.tsx'
import { usePostWords } from './use-post-words.ts'

interface VoteFailureProps {
  heading: string
  error: Error
  onRetry: () => void
  /** The page of the list to go back to. */
  back?: string
}

/** Why a vote could not be loaded; what is not there will not come by asking again. */
export function VoteFailure({ heading, error, onRetry, back = PATHS.votes }: VoteFailureProps) {
  const { p } = usePostWords()
  if (error instanceof ApiFailure && error.status === 404) {
    return <Refusal heading={heading} text={p('view.notFound')} back={back} />
  }
  return (
    <>
      <h1>{heading}</h1>
      <LoadFailure lead={p('view.failed')} error={error} onRetry={onRetry} />
    </>
  )
}
