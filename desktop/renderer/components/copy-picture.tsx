import { useState } from 'react'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Fetch } from '#desktop/shared/renewing-fetch.ts'
import { copyPictureTexts } from '#shared/i18n/screens/copy-picture.ts'

const TYPE = 'image/png'

/** Public cards take no credentials. */
const fetchPublic: Fetch = (url) => fetch(url, { credentials: 'omit' })

async function fetchPicture(url: string, send: Fetch): Promise<Blob> {
  const reply = await send(url)
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
  /** Whether only its owner gets it, from the API. */
  isOwn?: boolean
  /** Name of the file, without its ending. */
  name: string
  className?: string | undefined
}

/** Copies a picture card to the clipboard, or gives it to the system's dialog on phones. */
export function CopyPicture({ path, name, className, isOwn = false }: CopyPictureProps) {
  const { locale } = useLanguage()
  const t = useTexts(copyPictureTexts)
  const { platform, fetch: fetchOwn } = useServices()
  const [isBusy, setBusy] = useState(false)
  const url = new URL(path, platform.apiOrigin)
  if (isOwn) url.searchParams.set('locale', locale)
  else url.searchParams.set('lang', locale.slice(0, 2))
  const picture = () => fetchPicture(url.href, isOwn ? fetchOwn : fetchPublic)

  const copy = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      if (isSharing()) {
        const file = new File([await picture()], `${name}.png`, { type: TYPE })
        await navigator.share({ files: [file] })
      } else {
        // A promise keeps the permission of the click while the picture loads.
        const item = new ClipboardItem({ [TYPE]: picture() })
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
