import pg from 'pg'
import { addressOf } from '#api/infrastructure/bus/address.ts'
import type { Connector } from '#api/infrastructure/bus/transport.ts'

const CHANNEL = 'tidemark_bus'
/** PostgreSQL takes payloads shorter than 8000 bytes. */
const MAX_BYTES = 7_999

/**
 * Connects to a PostgreSQL outside the pool, for LISTEN and NOTIFY. Not through a pooler that hands
 * connections out by transaction: it delivers nothing.
 */
export function notifyConnector(url: string): Connector {
  return {
    address: addressOf(url),
    maxBytes: MAX_BYTES,
    async connect({ onMessage, onEnd }) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'tidemark-bus',
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
      })
      const close = () => client.end().catch(() => {})
      client.on('error', onEnd)
      client.on('end', () => onEnd(new Error('the connection ended')))
      client.on('notification', ({ payload }) => onMessage(payload ?? ''))
      try {
        await client.connect()
        // A notification is gone with the server anyway: its commit need not wait for the disk.
        await client.query('SET synchronous_commit = off')
        await client.query(`LISTEN ${CHANNEL}`)
      } catch (error) {
        void close()
        throw error
      }
      return {
        send: async (payload) => {
          const values = [CHANNEL, payload]
          await client.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values })
        },
        close,
      }
    },
  }
}
