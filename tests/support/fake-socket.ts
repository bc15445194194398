import type { StreamWebSocket } from '#desktop/shared/stream-socket.ts'

/** WebSockets that a test controls. */
export function fakeSockets() {
  const sockets: FakeSocket[] = []

  class FakeSocket implements StreamWebSocket {
    readonly url: string
    isClosed = false
    readonly sent: string[] = []
    private readonly listeners: { type: string; listener: (event: { data: unknown }) => void }[] =
      []

    constructor(url: string) {
      this.url = url
      sockets.push(this)
    }

    addEventListener(
      type: 'message' | 'close' | 'error',
      listener: (event: { data: unknown }) => void,
    ) {
      this.listeners.push({ type, listener })
    }

    private dispatch(type: string, data: unknown) {
      for (const entry of this.listeners) if (entry.type === type) entry.listener({ data })
    }

    /** Delivers a message; null closes the connection. */
    deliver(message: object | null) {
      if (message) this.dispatch('message', JSON.stringify(message))
      else this.dispatch('close', null)
    }

    /** A failed connection in Node: an error event, possibly without a close. */
    fail() {
      this.dispatch('error', null)
    }

    send(text: string) {
      this.sent.push(text)
    }

    close() {
      this.isClosed = true
    }
  }

  return {
    Socket: FakeSocket,
    sockets,
    /** The newest. */
    last() {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('no socket was opened')
      return socket
    },
  }
}
