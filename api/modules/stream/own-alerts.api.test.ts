import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { PriceLevel } from '#shared/contract/alerts.ts'
import { Done } from '#shared/contract/common.ts'
import { crowd, signedInAs } from '#tests/support/crowd.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openStream, type StreamClient } from '#tests/support/stream-client.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/test-server.ts'

const NOTIFY = statement(
  `INSERT INTO notification (user_id, kind, alert, created) VALUES ($1, 'level',
    '{"level": "60000", "side": "above", "price": "60000.5", "note": "mine", "sound": null}', now())
  RETURNING id`,
  { id: column.int },
)
const REVOKE_UNHEARD = statement('UPDATE session SET revoked = now() WHERE id = $1::uuid')

describe('alerts on the stream', () => {
  let server: TestServer
  let clients: StreamClient[] = []

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterEach(() => {
    for (const client of clients) client.close()
    clients = []
  })
  afterAll(() => server.stop())

  const open = async (person?: Person) => {
    const client = await openStream(server.url)
    clients.push(client)
    expect((await client.next('hello')).alerts).toBe(true)
    if (person) client.send(`alerts ${person.token}`)
    return client
  }
  const newPerson = async (): Promise<Person> => {
    const [person] = await crowd(server, 1)
    if (!person) throw new Error('there is no user')
    return person
  }
  const publish = async (person: Person) => {
    const [row] = await server.infrastructure.database.query(NOTIFY, [person.id])
    if (!row) throw new Error('there is no notification')
    server.infrastructure.bus.publish('alerts', { notified: [{ userId: person.id, id: row.id }] })
    return row.id
  }
  const alerts = ({ messages }: StreamClient) => messages.filter(({ type }) => type === 'alert')
  /** Another message of everybody arrives after the alerts that were sent before it. */
  const flush = async (client: StreamClient) => {
    server.infrastructure.bus.publish('ranks', {})
    await client.next('ranks')
  }
  /** A window of a person that gets alerts, once it does. */
  const openSubscribed = async (person: Person) => {
    const client = await open(person)
    await eventually(async () => {
      await publish(person)
      return alerts(client).length > 0
    })
    return client
  }
  /** Alerts a person, whom `witness` belongs to, and returns whether `client` gets it too. */
  const isAlerted = async (client: StreamClient, person: Person, witness: StreamClient) => {
    const id = await publish(person)
    // Those of earlier attempts may arrive late.
    const hasIt = (each: StreamClient) =>
      each.messages.some((message) => message.type === 'alert' && message.notification.id === id)
    await eventually(() => hasIt(witness))
    await flush(client)
    return hasIt(client)
  }

  test('reach every window of their owner, and nobody else', async () => {
    const [own, other] = [await newPerson(), await newPerson()]
    const [first, second, stranger, guest] = [
      await open(own),
      await open(own),
      await open(other),
      await open(),
    ]
    // The server has verified the tokens.
    await eventually(async () => {
      await publish(own)
      return alerts(first).length > 0 && alerts(second).length > 0
    })
    expect(alerts(first)[0]).toMatchObject({
      notification: { kind: 'level', level: { level: '60000', note: 'mine' } },
    })
    for (const client of [stranger, guest]) {
      await flush(client)
      expect(alerts(client)).toEqual([])
    }
    // They do not shift the numbers of the stream.
    const numbers = first.messages.map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(numbers).size).toBe(numbers.length - alerts(first).length)
  })

  test('end upon request, and for another session of the same socket', async () => {
    const [own, other] = [await newPerson(), await newPerson()]
    const client = await openSubscribed(own)
    const [witness, stranger] = [await openSubscribed(own), await openSubscribed(other)]
    client.send(`alerts ${other.token}`)
    await eventually(() => isAlerted(client, other, stranger))
    expect(await isAlerted(client, own, witness)).toBe(false)
    client.send('no alerts')
    await eventually(async () => !(await isAlerted(client, other, stranger)))
  })

  test('end with the session, also when its end was heard of late', async () => {
    const person = await newPerson()
    const [again, third] = [
      await signedInAs(server, person.id),
      await signedInAs(server, person.id),
    ]
    const witness = await openSubscribed(person)
    const [left, unheard] = [await openSubscribed(again), await openSubscribed(third)]
    await again.api.call(Done, 'POST', '/auth/logout', { refreshToken: again.refreshToken })
    await eventually(async () => !(await isAlerted(left, person, witness)))
    expect(await isAlerted(unheard, person, witness)).toBe(true)
    await server.infrastructure.database.query(REVOKE_UNHEARD, [`${decodeJwt(third.token).sid}`])
    server.infrastructure.bus.invalidateAll()
    await eventually(async () => !(await isAlerted(unheard, person, witness)))
  })

  test('of the last seconds reach a window that opens after them, unless they were seen', async () => {
    const person = await newPerson()
    const seen = await publish(person)
    await person.api.call(Done, 'POST', '/notifications/seen', { id: seen })
    const id = await publish(person)
    const own = await open(person)
    await own.next('alert')
    expect(alerts(own)).toMatchObject([{ notification: { id } }])
    server.clock.advance(15_000)
    server.clock.advance(15_000)
    const late = await open(person)
    const next = await publish(person)
    await eventually(() => alerts(late).length > 0)
    expect(alerts(late)).toMatchObject([{ notification: { id: next } }])
  })

  test('reach a window once that opens while they are published', async () => {
    const person = await newPerson()
    await openSubscribed(person)
    for (let attempt = 0; attempt < 20; attempt++) {
      const opening = await open(person)
      const published = [await publish(person), await publish(person), await publish(person)]
      const ids = () =>
        opening.messages.flatMap((each) => (each.type === 'alert' ? [each.notification.id] : []))
      await eventually(() => published.every((id) => ids().includes(id)))
      await flush(opening)
      expect(ids().length).toBe(new Set(ids()).size)
    }
  })

  test('come with the news that the price levels have changed, for their owner alone', async () => {
    const [own, other] = [await newPerson(), await newPerson()]
    const [client, stranger] = [await openSubscribed(own), await openSubscribed(other)]
    await own.api.call(PriceLevel, 'POST', '/alerts/levels', { price: '90000' })
    await client.next('levels')
    await flush(stranger)
    expect(stranger.messages.filter(({ type }) => type === 'levels')).toEqual([])
  })

  test('are refused to a token that is not valid, whose socket stays open', async () => {
    const person = await newPerson()
    const client = await open()
    client.send(`alerts ${person.token}x`)
    client.send('alerts ')
    await publish(person)
    await flush(client)
    expect([alerts(client), client.ended()]).toEqual([[], null])
  })
})
