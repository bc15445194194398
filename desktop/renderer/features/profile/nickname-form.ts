import { useState } from 'react'
import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import { failureText, isRefusal } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { checkNickname } from '#shared/rules/nickname.ts'
import { useUpdateNickname } from './api.ts'

const PROBLEMS = {
  NICKNAME_SAME: 'nickname.same',
  NICKNAME_EMPTY: 'nickname.empty',
  NICKNAME_TOO_LONG: 'nickname.tooLong',
  NICKNAME_UNREADABLE: 'nickname.unreadable',
  NICKNAME_RESERVED: 'nickname.reserved',
} as const

const TOAST_ID = 'nicknameToast'
const TOAST_MS = 3_000

interface NicknameFormOptions {
  userId: number
  current: string
  onLeave: () => void
}

/** State and actions of the nickname form. */
export function useNicknameForm({ userId, current, onLeave }: NicknameFormOptions) {
  const language = useLanguage()
  const t = useTexts(profileTexts)
  const { mutateAsync, isPending } = useUpdateNickname(userId)
  const [value, setValue] = useState(current)
  const [problem, setProblem] = useState<(typeof PROBLEMS)[keyof typeof PROBLEMS] | null>(null)

  const fail = (error: Error) => {
    // The end of the session has its own toast.
    if (error instanceof ApiFailure && error.status === 401) return
    if (!isRefusal(error)) return showFailure(TOAST_ID, t('nickname.error'))
    const reason = failureText(language, error) || error.message
    const text = reason === '' ? t('nickname.failed') : t('nickname.failedBecause', { reason })
    showFailure(TOAST_ID, text)
  }
  const succeed = () => {
    showToast({ id: TOAST_ID, text: t('nickname.updated'), tone: 'good' }, TOAST_MS)
    onLeave()
  }
  return {
    value,
    problem,
    isSaving: isPending,
    change(text: string) {
      setValue(text)
      setProblem(null)
    },
    save() {
      if (isPending) return
      const check = checkNickname(value, current)
      if (!check.ok) return setProblem(PROBLEMS[check.code])
      mutateAsync(check.nickname).then(succeed, fail)
    },
    cancel() {
      if (isPending) return
      showToast({ id: TOAST_ID, text: t('nickname.cancelled'), tone: 'info' }, TOAST_MS)
      onLeave()
    },
  }
}
