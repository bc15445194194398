/** Tells of every page the app makes, before it shows anything: Electron's `app` is one. */
export interface WebContentsApp<Page> {
  on(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
  off(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
}

/** Calls `watch` with every page that is made until the returned function is called. */
export function onWebContents<Page>(
  app: WebContentsApp<Page>,
  watch: (page: Page) => void,
): () => void {
  const onCreated = (_event: unknown, page: Page) => watch(page)
  app.on('web-contents-created', onCreated)
  return () => {
    app.off('web-contents-created', onCreated)
  }
}
