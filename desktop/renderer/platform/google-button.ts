import { boundNonce, hasNonce, proofNonce, randomSecret } from './bound-nonce.ts'
import type { GoogleButtonOptions } from './platform.ts'

const SCRIPT = 'https://accounts.google.com/gsi/client'
/** Time to load the script, in milliseconds. */
const TIMEOUT_MS = 15_000
/** Google's maximum width of the button, in pixels. */
const MAX_WIDTH = 400

/** The used part of Google's script. */
export interface GoogleIdentity {
  initialize(settings: {
    client_id: string
    nonce: string
    ux_mode: 'popup'
    callback: (reply: { credential?: string }) => void
  }): void
  renderButton(
    container: HTMLElement,
    options: {
      type: 'standard'
      theme: 'outline' | 'filled_black'
      size: 'large'
      width: number
      locale: string
    },
  ): void
}

let loading: Promise<GoogleIdentity> | null = null
/** The purpose of the nonce that the script has, with its session; empty for sign-ins. */
let initializedFor: string | undefined
/** The buttons in the page. The script has one nonce and one callback for all, which are the last button's. */
let buttons: GoogleButtonOptions[] = []

function load(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error("Google's sign-in script could not be loaded."))
    }
    const timer = setTimeout(fail, TIMEOUT_MS)
    script.src = SCRIPT
    // Google's script copies it to the style that it adds, which the page's policy refuses otherwise.
    script.nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.google) resolve(window.google.accounts.id)
      else fail()
    }
    document.head.append(script)
  })
}

/** Gives the script the nonce of the last button's purpose, once as Google asks. */
async function initialize(google: GoogleIdentity) {
  const last = buttons.at(-1)
  if (!last) return
  const { clientId, link } = last
  const purpose = link ? `${link.purpose} ${link.sessionId}` : ''
  if (initializedFor === purpose) return
  const secret = randomSecret()
  const nonce = link ? await proofNonce(secret, link) : await boundNonce(secret)
  if (buttons.at(-1) !== last) return
  initializedFor = purpose
  google.initialize({
    client_id: clientId,
    nonce,
    ux_mode: 'popup',
    callback: ({ credential }) => {
      const isOurs = credential !== undefined && hasNonce(credential, nonce)
      buttons.at(-1)?.onToken(isOurs ? { tokenId: credential, nonce: secret } : null)
    },
  })
}

/** Renders Google's button. Rejects when its script cannot be loaded; a retry loads it again. */
export async function renderGoogleButton(options: GoogleButtonOptions) {
  const { locale, container, signal } = options
  loading ??= load()
  const google = await loading.catch((error) => {
    loading = null
    throw error
  })
  if (signal.aborted) return
  buttons.push(options)
  signal.addEventListener('abort', () => {
    buttons = buttons.filter((button) => button !== options)
    void initialize(google)
  })
  await initialize(google)
  const isDark = getComputedStyle(container).colorScheme === 'dark'
  const width = container.parentElement?.clientWidth ?? MAX_WIDTH
  container.replaceChildren()
  google.renderButton(container, {
    type: 'standard',
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    width: Math.min(MAX_WIDTH, width - 50),
    locale: locale.replace('-', '_'),
  })
}
