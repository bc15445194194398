import { jwtPayload } from '#desktop/shared/claims.ts'
import type { GoogleButtonWish } from './platform.ts'

const SCRIPT = 'https://accounts.google.com/gsi/client'
/** A script that has not come by then is not coming, in milliseconds. */
const PATIENCE_MS = 15_000
/** Google draws no wider button, in pixels. */
const WIDEST = 400

/** The part of Google's script that is used here. */
export interface GoogleIdentity {
  initialize(settings: {
    client_id: string
    nonce: string
    ux_mode: 'popup'
    callback: (reply: { credential?: string }) => void
  }): void
  renderButton(
    place: HTMLElement,
    look: {
      type: 'standard'
      theme: 'outline' | 'filled_black'
      size: 'large'
      width: number
      locale: string
    },
  ): void
}

let loading: Promise<GoogleIdentity> | null = null

function load(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the script of the Google sign-in did not come'))
    }
    const timer = setTimeout(fail, PATIENCE_MS)
    script.src = SCRIPT
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.google) resolve(window.google.accounts.id)
      else fail()
    }
    document.head.append(script)
  })
}

/** Whether an ID token was made for this very attempt. */
function carries(nonce: string, tokenId: string): boolean {
  const payload = jwtPayload(tokenId)
  return (
    typeof payload === 'object' && payload !== null && 'nonce' in payload && payload.nonce === nonce
  )
}

/** Draws Google's button. Rejects when Google's script cannot be loaded; then try again. */
export async function drawGoogleButton({ clientId, locale, place, onToken }: GoogleButtonWish) {
  loading ??= load()
  const google = await loading.catch((error) => {
    loading = null
    throw error
  })
  const nonce = crypto.randomUUID()
  const isDark = getComputedStyle(place).colorScheme === 'dark'
  const width = place.parentElement?.clientWidth ?? WIDEST
  google.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    callback: ({ credential }) => {
      onToken(credential && carries(nonce, credential) ? credential : null)
    },
  })
  place.replaceChildren()
  google.renderButton(place, {
    type: 'standard',
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    width: Math.min(WIDEST, width - 50),
    locale: locale.replace('-', '_'),
  })
}
