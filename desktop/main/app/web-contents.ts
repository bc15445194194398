/** The event for new pages; Electron's `app`. */
export interface WebContentsApp<Page> {
  on(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
  off(event: 'web-contents-created', listener: (event: unknown, page: Page) => void): unknown
}

/** Calls `watch` for every new page, before it loads. Returns the function that stops. */
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
