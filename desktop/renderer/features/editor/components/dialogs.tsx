import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { FormDialog } from '#desktop/renderer/components/form-dialog.tsx'
import {
  insertBlock,
  linkAtSelection,
  pictureUrl,
  setLink,
} from '#desktop/renderer/features/editor/engine/insert.ts'
import type { RichTextEditor } from '#desktop/renderer/features/editor/engine/schema.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import { normalizeLinkUrl } from '#shared/rules/link-url.ts'
import { parseVideoUrl } from '#shared/rules/video-url.ts'
import { Field } from './dialog-field.tsx'
import { HelpDialog } from './help-dialog.tsx'

export type DialogName = 'link' | 'picture' | 'video' | 'help'

interface DialogsProps {
  name: DialogName
  editor: RichTextEditor
  onClose: () => void
}

/** The open dialog. Closing it returns the focus to the text. */
export function Dialogs({ name, editor, onClose }: DialogsProps) {
  const close = () => {
    onClose()
    // After the dialog has returned the focus to its opener.
    requestAnimationFrame(() => editor.focus())
  }
  const andClose =
    <Values extends unknown[]>(action: (...values: Values) => void) =>
    (...values: Values) => {
      action(...values)
      close()
    }
  if (name === 'link') {
    return (
      <LinkDialog
        {...linkAtSelection(editor)}
        onInsert={andClose((text: string, url: string) => setLink(editor, text, url))}
        onRemove={andClose(() => editor.deleteLink(editor.prosemirrorState.selection.from))}
        onClose={close}
      />
    )
  }
  if (name === 'picture') {
    return (
      <PictureDialog
        onInsert={andClose((url: string, alt: string) =>
          insertBlock(editor, { type: 'image', props: { url, alt } }),
        )}
        onClose={close}
      />
    )
  }
  if (name === 'video') {
    return (
      <VideoDialog
        onInsert={andClose((url: string) => insertBlock(editor, { type: 'video', props: { url } }))}
        onClose={close}
      />
    )
  }
  return <HelpDialog onClose={close} />
}

interface LinkDialogProps {
  text: string
  /** Empty for a new link. */
  url: string
  onInsert: (text: string, url: string) => void
  onRemove: () => void
  onClose: () => void
}

function LinkDialog({
  text: initialText,
  url: initialUrl,
  onInsert,
  onRemove,
  onClose,
}: LinkDialogProps) {
  const t = useTexts(editorTexts)
  const [text, setText] = useState(initialText)
  const [url, setUrl] = useState(initialUrl)
  const [isRejected, setRejected] = useState(false)
  const isNew = initialUrl === ''
  return (
    <FormDialog
      title={t('link.title')}
      submitText={t(isNew ? 'dialog.insert' : 'link.save')}
      cancelText={t('dialog.cancel')}
      canSubmit={text.trim() !== '' && url.trim() !== ''}
      error={isRejected ? t('link.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const validUrl = normalizeLinkUrl(url)
        if (validUrl === null) setRejected(true)
        else onInsert(text, validUrl)
      }}
    >
      <Field
        label={t('link.text')}
        value={text}
        isInitialFocus={initialText === ''}
        onChange={setText}
      />
      <Field
        label={t('link.url')}
        value={url}
        inputMode="url"
        isInitialFocus={initialText !== ''}
        onChange={(typed) => {
          setUrl(typed)
          setRejected(false)
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

interface PictureDialogProps {
  onInsert: (url: string, alt: string) => void
  onClose: () => void
}

function PictureDialog({ onInsert, onClose }: PictureDialogProps) {
  const t = useTexts(editorTexts)
  const [url, setUrl] = useState('')
  const [alt, setAlt] = useState('')
  const [isRejected, setRejected] = useState(false)
  return (
    <FormDialog
      title={t('picture.title')}
      submitText={t('dialog.insert')}
      cancelText={t('dialog.cancel')}
      canSubmit={url.trim() !== ''}
      error={isRejected ? t('picture.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const validUrl = pictureUrl(url)
        if (validUrl === null) setRejected(true)
        else onInsert(validUrl, alt.trim())
      }}
    >
      <Field
        label={t('picture.url')}
        value={url}
        inputMode="url"
        isInitialFocus
        onChange={(typed) => {
          setUrl(typed)
          setRejected(false)
        }}
      />
      <Field label={t('picture.alt')} value={alt} onChange={setAlt} />
    </FormDialog>
  )
}

interface VideoDialogProps {
  onInsert: (src: string) => void
  onClose: () => void
}

function VideoDialog({ onInsert, onClose }: VideoDialogProps) {
  const t = useTexts(editorTexts)
  const [url, setUrl] = useState('')
  const [isRejected, setRejected] = useState(false)
  return (
    <FormDialog
      title={t('video.title')}
      submitText={t('dialog.insert')}
      cancelText={t('dialog.cancel')}
      canSubmit={url.trim() !== ''}
      error={isRejected ? t('video.refused') : undefined}
      onClose={onClose}
      onSubmit={() => {
        const video = parseVideoUrl(url)
        if (video === null) setRejected(true)
        else onInsert(video.src)
      }}
    >
      <Field
        label={t('video.url')}
        value={url}
        hint={t('video.hint')}
        inputMode="url"
        isInitialFocus
        onChange={(typed) => {
          setUrl(typed)
          setRejected(false)
        }}
      />
    </FormDialog>
  )
}
