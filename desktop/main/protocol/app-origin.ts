/** The scheme of the app's own pages. */
export const APP_SCHEME = 'app'
const HOST = 'tidemark'
/** The one origin whose pages are the app's own. */
export const APP_ORIGIN = `${APP_SCHEME}://${HOST}`

/** Whether an address is of the app's own pages. Never throws. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== HOST) return false
  return url.username === '' && url.password === ''
}
