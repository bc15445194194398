import { useState } from 'react'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { pictureTexts } from '#shared/i18n/screens/picture.ts'

const TYPE = 'image/png'

async function fetchPicture(url: string): Promise<Blob> {
  const reply = await fetch(url, { credentials: 'omit' })
  if (!reply.ok) throw new Error(`the picture was refused: ${reply.status}`)
  return reply.blob()
}

/** Whether pictures go to the system's dialog: on phones and tablets, which have no clipboard at hand. */
function isSharing(): boolean {
  const probe = new File([], 'picture.png', { type: TYPE })
  return (
    matchMedia('(pointer: coarse)').matches &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [probe] })
  )
}

interface CopyPictureProps {
  /** Path of the picture card on the server. */
  path: string
  /** Name of the file, without its ending. */
  name: string
  className?: string | undefined
}

/** Copies a picture card to the clipboard, or gives it to the system's dialog on phones. */
export function CopyPicture({ path, name, className }: CopyPictureProps) {
  const { locale } = useLanguage()
  const t = useTexts(pictureTexts)
  const { apiOrigin } = useServices().platform
  const [isBusy, setBusy] = useState(false)
  const url = new URL(path, apiOrigin)
  url.searchParams.set('lang', locale.slice(0, 2))

  const copy = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      if (isSharing()) {
        const file = new File([await fetchPicture(url.href)], `${name}.png`, { type: TYPE })
        await navigator.share({ files: [file] })
      } else {
        // A promise keeps the permission of the click while the picture loads.
        const item = new ClipboardItem({ [TYPE]: fetchPicture(url.href) })
        await navigator.clipboard.write([item])
        showToast({ id: 'copyToast', text: t('picture.copied'), tone: 'good' }, TOAST_MS.copy)
      }
    } catch (error) {
      // The system's dialog was closed without a choice.
      if (!(error instanceof DOMException && error.name === 'AbortError')) {
        showFailure('copyToast', t('picture.failed'))
      }
    }
    setBusy(false)
  }
  return (
    <button type="button" className={className} onClick={copy} aria-disabled={isBusy || undefined}>
      {t('picture.copy')}
    </button>
  )
}
