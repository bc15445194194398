import type { StreamSocket } from '#desktop/main/market/open-socket.ts'

/** Sockets in the hand of a test. */
export function fakeSockets() {
  const sockets: FakeSocket[] = []

  class FakeSocket implements StreamSocket {
    readonly url: string
    isClosed = false
    private readonly hearers: ((event: { data: unknown }) => void)[] = []

    constructor(url: string) {
      this.url = url
      sockets.push(this)
    }

    addEventListener(type: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      this.hearers.push((event) => {
        if ((event.data === null) === (type === 'close')) listener(event)
      })
    }

    /** As the server says it; null when the network ends it. */
    say(message: object | null) {
      const data = message && JSON.stringify(message)
      for (const hear of this.hearers) hear({ data })
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
