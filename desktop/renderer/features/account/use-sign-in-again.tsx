import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showToast } from '#desktop/renderer/components/toast.ts'
import { SignInOptions } from '#desktop/renderer/features/auth/sign-in-options.tsx'
import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './account-page.module.css'
import { isRefusedUntilSignIn } from './api.ts'
import { linkResultOf, useLinkFailureText } from './link-result.ts'

const TOAST_MS = 6_000

/** Sections of the account screen whose actions need a recent sign-in. */
export type GuardedSection = 'methods' | 'data' | 'delete'

/**
 * Leads through a sign-in of the same person when the server asks for one, and back to the section. The
 * action is not repeated by itself: the person chooses again.
 */
export function useSignInAgain(section: GuardedSection) {
  const t = useTexts(accountTexts)
  const { state, hash } = useLocation()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const result = hash === `#${section}` ? linkResultOf(state, 'confirm') : null

  const finish = () => {
    setAsked(false)
    setFailure(null)
    showToast({ id: 'account-again', text: t('account.againDone'), tone: 'good' }, TOAST_MS)
    document.getElementById(section)?.scrollIntoView()
  }
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    if (result === null) return
    if (result === 'linked') latest.current()
    else {
      setAsked(true)
      setFailure(result)
    }
    // A reload must not show it again.
    navigate(PATHS.account, { replace: true, state: null, preventScrollReset: true })
  }, [result, navigate])

  return {
    isAsked,
    /** Shows the panel. */
    ask: () => setAsked(true),
    /** Shows the panel when that is why a call failed. @returns whether it is */
    takes(error: Error | null): boolean {
      const isOurs = error !== null && isRefusedUntilSignIn(error)
      if (isOurs) setAsked(true)
      return isOurs
    },
    panel: isAsked && (
      <SignInAgain section={section} failure={failure} onDone={finish} onFailure={setFailure} />
    ),
  }
}

interface SignInAgainProps {
  section: GuardedSection
  failure: SignInFailure | null
  onDone: () => void
  onFailure: (failure: SignInFailure | null) => void
}

function SignInAgain({ section, failure, onDone, onFailure }: SignInAgainProps) {
  const t = useTexts(accountTexts)
  const failureText = useLinkFailureText()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const ownText = failure === 'failed' || failure === 'cancelled' ? t('account.againFailed') : null
  return (
    <div className={styles.again}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        {t('account.again')}
      </h3>
      <p className={styles.hint}>{t('account.againHint')}</p>
      {failure && (
        <p role="alert" className={styles.failed}>
          {ownText ?? failureText(failure)}
        </p>
      )}
      <fieldset className={styles.methods} aria-labelledby={headingId}>
        <SignInOptions
          kind="confirm"
          returnTo={`${PATHS.account}#${section}`}
          onDone={onDone}
          onFailure={onFailure}
        />
      </fieldset>
    </div>
  )
}
