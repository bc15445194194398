import { useState } from 'react'
import { pictureUrl } from '#desktop/renderer/features/editor/model/picture-url.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { Field, FormDialog } from './form-dialog.tsx'

interface PictureDialogProps {
  onInsert: (url: string, alt: string) => void
  onClose: () => void
}

/** Asks for the address of a picture, and for what it shows. */
export function PictureDialog({ onInsert, onClose }: PictureDialogProps) {
  const t = useTexts(editorTexts)
  const [url, setUrl] = useState('')
  const [alt, setAlt] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <FormDialog
      title={t('picture.title')}
      submitText={t('dialog.insert')}
      canSubmit={url.trim() !== ''}
      refusal={isRefused ? t('picture.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const whole = pictureUrl(url)
        if (whole === null) setRefused(true)
        else onInsert(whole, alt.trim())
      }}
    >
      <Field
        label={t('picture.url')}
        value={url}
        inputMode="url"
        hasFocus
        onChange={(typed) => {
          setUrl(typed)
          setRefused(false)
        }}
      />
      <Field label={t('picture.alt')} value={alt} onChange={setAlt} />
    </FormDialog>
  )
}
