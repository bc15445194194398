import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useAskLogin } from '#desktop/renderer/features/auth/ask-login.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { useStore } from '#desktop/renderer/platform/store.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { Refusal } from './refusal.tsx'
import { usePostWords } from './use-post-words.ts'

interface SignedInOnlyProps {
  heading: string
  /** What is said while it is not known yet who this is. */
  checking: string
  /** Where to come back to after the login. */
  from: string
  children: (userId: number) => ReactNode
}

/** A screen for who is signed in; a guest is asked to log in, or goes back to the list. */
export function SignedInOnly({ heading, checking, from, children }: SignedInOnlyProps) {
  const { p, core } = usePostWords()
  const session = useStore(useServices().session.state)
  const askLogin = useAskLogin()
  const isAskable = useRef(true)
  useEffect(() => {
    // Who was signed in here has logged out, or has been told that the session is over: a question
    // on top of that would follow them home.
    const wasAskable = isAskable.current
    if (session.status !== 'checking') isAskable.current = false
    if (session.status === 'guest' && wasAskable) askLogin(from, PATHS.votes)
  })
  if (session.status === 'checking') return <Loading text={checking} />
  if (session.status === 'user') return children(session.user.id)
  return (
    <Refusal heading={heading} text={p('write.loginNeeded')}>
      <Button kind="primary" onClick={() => askLogin(from, PATHS.votes)}>
        {core('login.yes')}
      </Button>
    </Refusal>
  )
}
