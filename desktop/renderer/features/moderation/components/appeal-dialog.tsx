import { useState } from 'react'
import { FormDialog } from '#desktop/renderer/components/form-dialog.tsx'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useAppeal } from '#desktop/renderer/features/moderation/api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { TextField } from './text-field.tsx'

interface AppealDialogProps {
  actId: number
  onClose: () => void
}

/** Asks why an act is wrong, and sends the appeal. */
export function AppealDialog({ actId, onClose }: AppealDialogProps) {
  const language = useLanguage()
  const t = useTexts(moderationTexts)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useAppeal(actId)
  const send = () => {
    const onSuccess = () => {
      showToast({ id: 'appealed', text: t('own.appealSent'), tone: 'good' }, TOAST_MS.vote)
      onClose()
    }
    mutate(text.trim(), { onSuccess })
  }
  return (
    <FormDialog
      title={t('own.appealTitle')}
      submitText={t(isPending ? 'own.appealSending' : 'own.appealSend')}
      cancelText={t('report.cancel')}
      canSubmit={text.trim() !== ''}
      isSending={isPending}
      error={error && saveFailureText(language, error, t('own.appealFailed'))}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={t('own.appealText')}
        hint={t('own.appealHint')}
        value={text}
        rows={5}
        isInitialFocus
        onChange={setText}
      />
    </FormDialog>
  )
}
