import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { mayWriteOn } from '#desktop/renderer/features/boards/model/may-write.ts'
import { useArrival } from '#desktop/renderer/features/boards/model/use-arrival.ts'
import { useLoginFirst } from '#desktop/renderer/features/boards/model/use-login-first.ts'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import { LoginNeeded } from './login-needed.tsx'

/** Shows its children to those who may write on a board; others are asked to log in or sent away. */
export function WritersOnly({ board, children }: { board: BoardType; children: ReactNode }) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const arrival = useArrival()
  const user = useUser()
  useLoginFirst(true, pathname + search, PATHS.boards)

  // Who is logged out while writing is not judged again: the text stays, and the server judges.
  const isDenied = user !== null && !mayWriteOn(board, user)
  const noPermission = t('editor.noPermission')
  useEffect(() => {
    if (!isDenied) return
    showFailure('no-permission', noPermission)
    navigate(boardPath(board), { replace: true })
  }, [isDenied, noPermission, board, navigate])

  if (arrival === 'checking') return <Loading text={core('login.checking')} />
  if (arrival === 'guest') return <LoginNeeded />
  return isDenied ? null : children
}
