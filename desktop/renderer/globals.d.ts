/** The API's origin, set at build time; empty means the page's own. */
declare const __API_URL__: string

interface Window {
  /** Made by Google's sign-in script once it has run. */
  google?: { accounts: { id: import('./platform/google-button.ts').GoogleIdentity } }
}
