import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { type CaseState, useAct } from '#desktop/renderer/features/moderation/admin-api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { ActBody, CaseDetail, CaseList } from '#shared/contract/moderation.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { adminCasePath } from '#shared/rules/paths.ts'
import { nextCase } from './next-case.ts'
import { reportsPath } from './reports-path.ts'

/** How long the toast with Undo stays, ms. */
const UNDO_MS = 10_000

interface DecideOptions {
  detail: CaseDetail
  state: CaseState
  page: number
}

/** Sends acts about a case. A decision opens the next case; hiding can be undone from the toast. */
export function useDecide({ detail, state, page }: DecideOptions) {
  const t = useTexts(moderationAdminTexts)
  const language = useLanguage()
  const { queries } = useServices()
  const navigate = useNavigate()
  const { mutate, isPending } = useAct()
  const [isTaken, setTaken] = useState(false)

  const explain = (error: Error) => {
    const code = error instanceof ApiFailure ? error.code : ''
    if (code === 'CASE_CLOSED') setTaken(true)
    else if (code === 'FORBIDDEN') showFailure('act', t('act.notAllowed'))
    else showFailure('act', saveFailureText(language, error, t('act.failed')))
  }
  const undo = ({ target, targetId, reason }: ActBody) =>
    mutate(
      { act: 'restore', target, targetId, reason },
      {
        onSuccess: () => showToast({ id: 'act', text: t('act.undone'), tone: 'good' }, UNDO_MS / 2),
        onError: explain,
      },
    )
  const send = (body: ActBody) => {
    if (isPending) return
    // Before the reply: the refetched list has lost the decided case.
    const key = queryKeys.moderation.cases(state, page)
    const cases = queries.getQueryData<CaseList>(key)?.cases ?? []
    const next = nextCase(cases, detail.id)
    const canUndo = body.act === 'hide' || body.act === 'rename'
    mutate(body, {
      onSuccess: () => {
        const action = canUndo && { action: { text: t('act.undo'), act: () => undo(body) } }
        const text = t(`done.${body.act}`)
        showToast({ id: 'act', text, tone: 'good', ...action }, UNDO_MS)
        if (body.caseId === undefined) return
        const list = reportsPath(state, page)
        const search = list.slice(list.indexOf('?') >= 0 ? list.indexOf('?') : list.length)
        navigate(next === null ? list : adminCasePath(next) + search)
      },
      onError: explain,
    })
  }
  return { send, isPending, isTaken, clearTaken: () => setTaken(false) }
}
