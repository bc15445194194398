import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { AuthGuard, LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import styles from './editor-frame.module.css'

interface EditorFrameProps {
  board: BoardType
  task: 'editor.new' | 'editor.edit'
  children: ReactNode
}

/** What the two editor screens share: the board's title, what is done there, and who may do it. */
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
          {() => children}
        </AuthGuard>
      </div>
    </>
  )
}
