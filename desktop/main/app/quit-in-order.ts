interface Quitting {
  preventDefault(): void
}

/** Electron's `app` is one. */
interface QuittingApp {
  on(event: 'will-quit', listener: (event: Quitting) => void): unknown
  off(event: 'will-quit', listener: (event: Quitting) => void): unknown
  quit(): void
}

/**
 * Holds a quit back, once all windows are closed, until `stop` has ended what the app was made of;
 * it is called once. What it throws or rejects with does not keep the app alive.
 */
export function quitInOrder(app: QuittingApp, stop: () => Promise<unknown>): void {
  let isStopping = false
  const onQuit = async (event: Quitting) => {
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    try {
      await stop()
    } catch {
      // What does not end by itself ends with the process.
    }
    app.off('will-quit', onQuit)
    // A quit that is asked for while another one is being told of would not be heard.
    setImmediate(() => app.quit())
  }
  app.on('will-quit', onQuit)
}
