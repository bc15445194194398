import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import {
  AuthGuard,
  LoginRequired,
  useConfirmLogin,
} from '#desktop/renderer/features/auth/auth-guard.tsx'
import { MuteNotice } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import styles from './editor-frame.module.css'

interface EditorFrameProps {
  board: BoardType
  task: 'editor.new' | 'editor.edit'
  /** The editor of a user, which stays when the session ends. */
  children: (userId: number) => ReactNode
}

/** Title, back link and login of both editor pages. */
export function EditorFrame({ board, task, children }: EditorFrameProps) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const { pathname, search } = useLocation()
  const title = t(`boards.title.${board}`)
  return (
    <>
      <title>{`${t(task)} · ${title} · ${core('app.name')}`}</title>
      <BackLink to={boardPath(board)} />
      <div className={styles.head}>
        <h1>{title}</h1>
        <p>{t(task)}</p>
      </div>
      <div className={styles.body}>
        <AuthGuard
          requires={board === 'notices' ? 'admin' : 'user'}
          from={pathname + search}
          declinedTo={PATHS.boards}
          checkingText={core('login.checking')}
          guest={<LoginRequired text={t('login.required')} />}
          denied={{ text: t('editor.noPermission'), to: boardPath(board) }}
          outlivesSession
        >
          {(userId) => (
            <>
              <MuteNotice />
              {children(userId)}
            </>
          )}
        </AuthGuard>
      </div>
    </>
  )
}

/**
 * Shows why a save failed: the server's reason, else `fallback`. After the end of the session it offers
 * the login, which the user may decline to copy the text.
 */
export function useSaveFailure(fallback: string): (error: Error) => void {
  const language = useLanguage()
  const confirmLogin = useConfirmLogin()
  const { pathname, search } = useLocation()
  return (error) => {
    const isSignedOut = error instanceof ApiFailure && error.status === 401
    if (isSignedOut) confirmLogin(pathname + search, null)
    else showFailure('save', saveFailureText(language, error, fallback))
  }
}
