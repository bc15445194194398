import type { ReactNode } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { AuthGuard, useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
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

/** A screen of votes for users; a guest is asked to log in, or goes back to the list. */
export function SignedInOnly({ heading, checking, from, children }: SignedInOnlyProps) {
  const { p, core } = usePostWords()
  const confirmLogin = useConfirmLogin()
  return (
    <AuthGuard
      requires="user"
      from={from}
      declinedTo={PATHS.votes}
      checkingText={checking}
      guest={
        <Refusal heading={heading} text={p('write.loginNeeded')}>
          <Button kind="primary" onClick={() => confirmLogin(from, PATHS.votes)}>
            {core('login.yes')}
          </Button>
        </Refusal>
      }
    >
      {children}
    </AuthGuard>
  )
}
