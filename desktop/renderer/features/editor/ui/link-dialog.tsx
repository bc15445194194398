import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { normaliseLinkUrl } from '#shared/rules/link-url.ts'
import { Field, FormDialog } from './form-dialog.tsx'

interface LinkDialogProps {
  text: string
  /** Empty for a new link. */
  url: string
  onInsert: (text: string, url: string) => void
  onRemove: () => void
  onClose: () => void
}

/** Asks for the words and the address of a link. */
export function LinkDialog({
  text: first,
  url: current,
  onInsert,
  onRemove,
  onClose,
}: LinkDialogProps) {
  const t = useTexts(editorTexts)
  const [text, setText] = useState(first)
  const [url, setUrl] = useState(current)
  const [isRefused, setRefused] = useState(false)
  const isNew = current === ''
  return (
    <FormDialog
      title={t('link.title')}
      submitText={t(isNew ? 'dialog.insert' : 'link.save')}
      canSubmit={text.trim() !== '' && url.trim() !== ''}
      refusal={isRefused ? t('link.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const whole = normaliseLinkUrl(url)
        if (whole === null) setRefused(true)
        else onInsert(text, whole)
      }}
    >
      <Field label={t('link.text')} value={text} hasFocus={first === ''} onChange={setText} />
      <Field
        label={t('link.url')}
        value={url}
        inputMode="url"
        hasFocus={first !== ''}
        onChange={(typed) => {
          setUrl(typed)
          setRefused(false)
        }}
      />
      {!isNew && (
        <Button kind="plain" onClick={onRemove}>
          {t('link.remove')}
        </Button>
      )}
    </FormDialog>
  )
}
