import type { ReactNode } from 'react'
import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import styles from './editor-frame.module.css'
import { WritersOnly } from './writers-only.tsx'

interface EditorFrameProps {
  board: BoardType
  task: 'editor.new' | 'editor.edit'
  children: ReactNode
}

/** What the two editor screens share: the board's title, what is done there, and who may do it. */
export function EditorFrame({ board, task, children }: EditorFrameProps) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const title = t(`boards.title.${board}`)
  return (
    <>
      <title>{`${t(task)} · ${title} · ${core('app.name')}`}</title>
      <BackLink to={boardPath(board)} text={core('nav.back')} />
      <div className={styles.head}>
        <h1>{title}</h1>
        <p>{t(task)}</p>
      </div>
      <div className={styles.body}>
        <WritersOnly board={board}>{children}</WritersOnly>
      </div>
    </>
  )
}
