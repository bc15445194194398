import { useState } from 'react'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { recogniseVideo } from '#shared/rules/video-url.ts'
import { Field, FormDialog } from './form-dialog.tsx'

interface VideoDialogProps {
  onInsert: (src: string) => void
  onClose: () => void
}

/** Asks for the address of a video; one that is not recognised inserts nothing. */
export function VideoDialog({ onInsert, onClose }: VideoDialogProps) {
  const t = useTexts(editorTexts)
  const [url, setUrl] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <FormDialog
      title={t('video.title')}
      submitText={t('dialog.insert')}
      canSubmit={url.trim() !== ''}
      refusal={isRefused ? t('video.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const video = recogniseVideo(url)
        if (video === null) setRefused(true)
        else onInsert(video.src)
      }}
    >
      <Field
        label={t('video.url')}
        value={url}
        hint={t('video.hint')}
        inputMode="url"
        hasFocus
        onChange={(typed) => {
          setUrl(typed)
          setRefused(false)
        }}
      />
    </FormDialog>
  )
}
