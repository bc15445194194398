import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useSession } from '#desktop/renderer/platform/services.ts'
import { SignInToRead } from './components/page-notice.tsx'
import { VoteView } from './components/vote-view.tsx'
import { useVotePageText } from './use-vote-page-text.ts'

interface VotePaneProps {
  id: number
  /** Path to return to after a sign-in or the vote that opens the note. */
  from: string
  /** Path that closes the pane. */
  back: string
}

/** A vote in a panel of another screen. A guest sees its public part, and is not asked to sign in. */
export function VotePane({ id, from, back }: VotePaneProps) {
  const { pageText, core } = useVotePageText()
  const session = useSession()
  const shared = { id, from, back, heading: pageText('view.title', { id }) }
  if (session.status === 'checking') return <Loading text={core('login.checking')} />
  if (session.status === 'guest') return <SignInToRead {...shared} />
  return <VoteView {...shared} userId={session.user.id} />
}
