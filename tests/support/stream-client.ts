import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { StreamMessage } from '#shared/contract/stream.ts'
import { conform } from './api-client.ts'
import { eventually } from './eventually.ts'

type MessageOf<Kind extends StreamMessage['type']> = Extract<StreamMessage, { type: Kind }>

/** A client of the live stream that validates every message against the contract. */
export interface StreamClient {
  /** Messages so far, oldest first. */
  messages: StreamMessage[]
  /** The same as raw text. */
  raw: string[]
  /** Waits for the next message of a type not yet returned by `next`. */
  next<Kind extends StreamMessage['type']>(kind: Kind): Promise<MessageOf<Kind>>
  send(text: string): void
  close(): void
  /** Close code and reason; null while open. */
  ended(): { code: number; reason: string } | null
}

/** Opens the stream of the server at `url`; resolves once it is open. */
export async function openStream(url: string): Promise<StreamClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${STREAM_PATH}`)
  const messages: StreamMessage[] = []
  const raw: string[] = []
  const answered = new Map<string, number>()
  let opened = false
  let end: { code: number; reason: string } | null = null
  const broken: unknown[] = []
  socket.addEventListener('open', () => {
    opened = true
  })
  socket.addEventListener('close', ({ code, reason }) => {
    end = { code, reason }
  })
  socket.addEventListener('message', ({ data }) => {
    raw.push(`${data}`)
    try {
      messages.push(conform(StreamMessage, JSON.parse(`${data}`)))
    } catch (error) {
      broken.push(error)
    }
  })
  const isOf =
    <Kind extends StreamMessage['type']>(kind: Kind) =>
    (message: StreamMessage): message is MessageOf<Kind> =>
      message.type === kind
  await eventually(() => opened || end !== null, { what: 'the stream opens' })
  return {
    messages,
    raw,
    async next(kind) {
      const place = answered.get(kind) ?? 0
      answered.set(kind, place + 1)
      const find = () => messages.filter(isOf(kind))[place]
      await eventually(() => find() !== undefined || broken.length > 0, {
        what: `message ${place + 1} of kind ${kind}`,
      })
      if (broken.length > 0) throw broken[0]
      const found = find()
      if (!found) throw new Error(`there is no ${kind}`)
      return found
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
    ended: () => end,
  }
}
