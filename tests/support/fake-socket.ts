import type { StreamSocket } from '#desktop/main/market/open-socket.ts'

/** Sockets in the hand of a test. */
export function fakeSockets() {
  const sockets: FakeSocket[] = []

  class FakeSocket implements StreamSocket {
    readonly url: string
    isClosed = false
    private readonly hearers: { type: string; hear: (event: { data: unknown }) => void }[] = []

    constructor(url: string) {
      this.url = url
      sockets.push(this)
    }

    addEventListener(
      type: 'message' | 'close' | 'error',
      hear: (event: { data: unknown }) => void,
    ) {
      this.hearers.push({ type, hear })
    }

    private tell(type: string, data: unknown) {
      for (const hearer of this.hearers) if (hearer.type === type) hearer.hear({ data })
    }

    /** As the server says it; null when the network ends it. */
    say(message: object | null) {
      if (message) this.tell('message', JSON.stringify(message))
      else this.tell('close', null)
    }

    /** The connection failed, as Node tells it: with an error, and perhaps no close. */
    fail() {
      this.tell('error', null)
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
