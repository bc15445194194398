import { type ReactNode, useContext, useId } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { TextHeading, TextPlace } from '#desktop/renderer/components/text-heading.tsx'
import { AuthGuard, useConfirmLogin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { isMissing } from '#desktop/shared/api-failure.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './page-notice.module.css'
import { useIsSettled, VoteGate } from './vote-gate.tsx'

interface PageNoticeProps {
  heading: string
  /** Shown above the text. */
  details?: ReactNode
  text: string
  more?: string
  /** Path of the link back; the first page of the list by default. */
  back?: string
  backText?: string
  /** Actions before the link back. */
  children?: ReactNode
}

/** Takes the place of a page that cannot be shown. */
export function PageNotice(props: PageNoticeProps) {
  const { heading, details, text, more, back = PATHS.votes, backText, children } = props
  const { pageText } = useVotePageText()
  const headingId = useId()
  const isOnScreen = useContext(TextPlace) === 'screen'
  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <TextHeading id={headingId} className={styles.heading}>
        {heading}
      </TextHeading>
      {details}
      <p>{text}</p>
      {more && <p className={styles.more}>{more}</p>}
      <div className={styles.actions}>
        {children}
        <Link to={back} className={buttonClass('plain')}>
          {backText ?? pageText(isOnScreen ? 'view.back' : 'view.close')}
        </Link>
      </div>
    </section>
  )
}

interface RequireUserProps {
  heading: string
  /** Shown until the session is known. */
  checkingText: string
  /** Path to return to after the login. */
  from: string
  /** Keeps the children when the session ends on this screen. */
  outlivesSession?: boolean
  /** For a guest who declines the login; a notice by default. */
  guest?: ReactNode
  children: (userId: number) => ReactNode
}

/** Renders its children for a user; a guest who declines the login goes to the list. */
export function RequireUser(props: RequireUserProps) {
  const { heading, checkingText, from, outlivesSession = false, guest, children } = props
  return (
    <AuthGuard
      requires="user"
      from={from}
      declinedTo={PATHS.votes}
      checkingText={checkingText}
      guest={guest ?? <LoginNotice heading={heading} from={from} />}
      outlivesSession={outlivesSession}
    >
      {children}
    </AuthGuard>
  )
}

interface LoginNoticeProps {
  heading: string
  from: string
  text?: string
  details?: ReactNode
  /** Path for those who do not sign in; the first page of the list by default. */
  back?: string
}

/** Takes the place of a page that needs a login to return to `from`. */
export function LoginNotice(props: LoginNoticeProps) {
  const { heading, from, text, details, back = PATHS.votes } = props
  const { pageText, core } = useVotePageText()
  const confirmLogin = useConfirmLogin()
  return (
    <PageNotice
      heading={heading}
      details={details}
      text={text ?? pageText('write.loginNeeded')}
      back={back}
    >
      <Button kind="primary" onClick={() => confirmLogin(from, back)}>
        {core('header.login')}
      </Button>
    </PageNotice>
  )
}

interface SignInToReadProps extends Pick<LoginNoticeProps, 'heading' | 'from' | 'back'> {
  id: number
}

/** The note of a vote can be read only after a login. */
export function SignInToRead({ id, ...notice }: SignInToReadProps) {
  const { pageText } = useVotePageText()
  const isSettled = useIsSettled(id)
  return (
    <LoginNotice
      {...notice}
      details={<VoteGate id={id} />}
      text={pageText(isSettled ? 'gate.signInSettled' : 'gate.signIn')}
    />
  )
}

interface VoteRequiredProps {
  id: number
  heading: string
  /** Path of the vote, to return to after voting. */
  from: string
  back: string
}

/** The notes of others can be read only after voting, in the open round or in their own. */
export function VoteRequired({ id, heading, from, back }: VoteRequiredProps) {
  const { pageText } = useVotePageText()
  const isSettled = useIsSettled(id)
  const isOnScreen = useContext(TextPlace) === 'screen'
  return (
    <PageNotice
      heading={heading}
      details={<VoteGate id={id} />}
      text={pageText(isSettled ? 'view.voteFirstSettled' : 'view.voteFirst')}
      more={pageText('view.voteFirstWhy')}
      back={back}
    >
      {/* A panel stands beside the form. */}
      {isOnScreen && (
        <Link
          to={PATHS.voteWrite}
          state={{ from }}
          className={buttonClass('primary')}
          onPointerEnter={prefetchEditor}
          onFocus={prefetchEditor}
        >
          {pageText('view.voteNow')}
        </Link>
      )}
    </PageNotice>
  )
}

interface VoteFailureProps {
  heading: string
  error: Error
  onRetry: () => void
  back?: string
}

/** A vote that could not be loaded; a missing one cannot be retried. */
export function VoteFailure({ heading, error, onRetry, back = PATHS.votes }: VoteFailureProps) {
  const { pageText } = useVotePageText()
  if (isMissing(error)) {
    return <PageNotice heading={heading} text={pageText('view.notFound')} back={back} />
  }
  return (
    <>
      <TextHeading>{heading}</TextHeading>
      <LoadFailure lead={pageText('view.failed')} error={error} onRetry={onRetry} />
    </>
  )
}
