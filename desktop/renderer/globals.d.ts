/** The API's origin, set at build time; empty means the page's own. */
declare const __API_URL__: string
/** Version of the product, set at build time. */
declare const __VERSION__: string

/** Chromium's offer to install the site. */
interface InstallPromptEvent extends Event {
  /** Shows the dialog of the browser; needs a click, and works once. */
  prompt(): Promise<unknown>
}

interface WindowEventMap {
  beforeinstallprompt: InstallPromptEvent
}

interface Window {
  /** Set by the first script: the event may come before the code that uses it. */
  installPrompt?: InstallPromptEvent
  /** Made by Google's sign-in script once it has run. */
  google?: { accounts: { id: import('./platform/google-button.ts').GoogleIdentity } }
}
