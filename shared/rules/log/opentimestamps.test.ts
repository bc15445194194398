import { describe, expect, test } from 'bun:test'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { formatOts, formatTimestamp, parseOts, parseTimestamp } from './opentimestamps.ts'
import {
  type Attestation,
  applyOperation,
  attestationsOf,
  mergeTimestamps,
  type Operation,
  type Timestamp,
  upgradeTimestamp,
} from './timestamp.ts'

/** Files of github.com/opentimestamps/opentimestamps-client, examples: gdp2q25-2nd, two-calendars and others. */
const IN_BITCOIN = [
  'AE9wZW5UaW1lc3RhbXBzAABQcm9vZgC/ieLohOiSlAEIxwlyoSkItzwkB9nMaEK6KgIgOmkPMJDNKfMMRfDP2T3x',
  'YwIAAAACNTE71JgdZnkaPFuV+2vxQ/RN/h8czDvYS6kv5zdgPxYAAAAAAP3///83p2gTClYGpmscCXzWIlTMElmD',
  '4tqhQBvJkfaDaJ5FqgAAAAAA/f///wIAAAAAAAAAACJqIPAj0loAAAAAAAAWABRDl3KafBOqk0Nu+4ksMYw7bwcW',
  'vN3qDQAICPAgzzw8OIr2Yxk9/yM8NDxjG1U+0RCETQncte39In61nsMICPAg68bwcQyQUQuYasjGB5L14cxdsAlH',
  'ObcQhzO+v21KsbAICPAgtSXmkM5drcxSKB30q55twcuWsqF60FwTs2dNDdqng3QICPAgW1UrDoX6DElEam+1/6yX',
  'Vz128HRoO3G7A951S1qipisICPEgS2nFHl/N49NQXnQRigjfX3/+r9YvZF9h8QKkguioyWoICPEgX41KoznMZPU8',
  'VfQjJW42hNsiKGQE5c19DOXEq347QVUICPAgvfbt1B3tAU1H49b1Sm5efJhN/1wjPeBtIwBwzus+yYMICPEg5dqm',
  'Z9ra0Rl/rcx3LZmws2EOrLE6s0Ib2Ni/1iTuoKQICPEg+fFVnN/woD6FeYcCQVgwW0vdwZy8qt52reIkAFQPzVcI',
  'CPAgyQWo6q3OzcusNtFzd/iavdL4Crc5g5peTAh89r7iD6oICPAghd3TGA2Nw0wmtfekeRXk/Lwir4LALaNzCP/8',
  'ni/PyOYICPAguDrO7lkYnyEN88VTqKWERnco4K6LCyphvjgDuItvMmQICAAFiJYNc9cZAQPf1Tc=',
].join('')
const PENDING = [
  'AE9wZW5UaW1lc3RhbXBzAABQcm9vZgC/ieLohOiSlAEI76oXT2jllwV1dGD099IEvStTXP0ZTZ2UVBhzISlATdvw',
  'EIOQN+70Sd7G2sMiypc0fEUI//AQa0Ajtu3ToO7rCeXXGHI7ngjxBFfUZRXwCOrdZrFojVV0AIPf4w0u+QyOLi1o',
  'dHRwczovL2FsaWNlLmJ0Yy5jYWxlbmRhci5vcGVudGltZXN0YW1wcy5vcmfwEKOtcB758QU1qElotamdhYAI8QRX',
  '1GUW8Ahke5DqGycKlwCD3+MNLvkMjiwraHR0cHM6Ly9ib2IuYnRjLmNhbGVuZGFyLm9wZW50aW1lc3RhbXBzLm9y',
  'Zw==',
].join('')
const UNKNOWN = [
  'AE9wZW5UaW1lc3RhbXBzAABQcm9vZgC/ieLohOiSlAEI0oiy7iErAePl9tMz3zpNU/KSzD8HsJATwLQMjn3LnAPw',
  'EEbYQr1dg3fg9CBBvsm9pmcI//AQMyxXL5xLjV252ZdY1I//NAjxBFfonzjwCHPG3E0MvCnwAIPf4w0u+QyOLCto',
  'dHRwczovL2JvYi5idGMuY2FsZW5kYXIub3BlbnRpbWVzdGFtcHMub3Jn8BDnrSkHbxiAM9IHZ2Aso6jgCPEEV+if',
  'N/AIYt9WNxriPY0AAQIDBAUGBwgueHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4',
  'eA==',
].join('')
const RIPEMD = [
  'AE9wZW5UaW1lc3RhbXBzAABQcm9vZgC/ieLohOiSlAEIA7ogTlDRJuRnTABeBNguhMITZngK8fQ71Uo3gWtqs0AD',
  '8cgBAQAAAAHkgvnTLsw7ple2nYmAEIV7',
].join('')
const ALICE = 'https://alice.btc.calendar.opentimestamps.org'
const BOB = 'https://bob.btc.calendar.opentimestamps.org'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const DIGEST = hex('11'.repeat(32))
/** A pending attestation of "barfoo", as in the tests of python-opentimestamps. */
const BARFOO = '0083dfe30d2ef90c8e0706626172666f6f'

const attestedBy = (file: Timestamp | null) =>
  file && attestationsOf(file).map(({ attestation }) => attestation)

/** A timestamp of random operations and attestations. */
const timestampOf = (message: Uint8Array, depth = 0): fc.Arbitrary<Timestamp> => {
  const attestation: fc.Arbitrary<Attestation> = fc.oneof(
    fc.record({ kind: fc.constant('pending' as const), uri: fc.constantFrom(ALICE, BOB, 'b:1') }),
    fc.record({ kind: fc.constant('bitcoin' as const), height: fc.nat() }),
  )
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    fc.constant({ kind: 'sha256' as const }),
    fc.record({ kind: fc.constantFrom('append' as const, 'prepend' as const), bytes }),
  )
  const step = operation.chain((made) =>
    timestampOf(applyOperation(made, message) ?? message, depth + 1).map((timestamp) => ({
      operation: made,
      timestamp,
    })),
  )
  const key = (part: Attestation | Operation) => JSON.stringify(part)
  return fc.record({
    message: fc.constant(message),
    attestations: fc.uniqueArray(attestation, { minLength: 1, maxLength: 3, selector: key }),
    steps: fc.uniqueArray(step, {
      maxLength: depth < 3 ? 2 : 0,
      selector: ({ operation: made }) => key(made),
    }),
  })
}

describe('a timestamp file', () => {
  test.each([
    ['of the Department of Commerce', IN_BITCOIN, [{ kind: 'bitcoin', height: 912_095 }]],
    ['of two calendars', PENDING, [ALICE, BOB].map((uri) => ({ kind: 'pending', uri }))],
  ])('%s is read and written byte for byte', (_, encoded, attestations) => {
    const bytes = base64.decode(encoded)
    const file = parseOts(bytes)
    expect(attestedBy(file)).toMatchObject(attestations)
    expect(file && base64.encode(formatOts(file))).toBe(encoded)
  })

  test('keeps an attestation of an unknown kind', () => {
    const file = parseOts(base64.decode(UNKNOWN))
    expect(attestedBy(file)?.map(({ kind }) => kind)).toEqual(['pending', 'unknown'])
    expect(file && base64.encode(formatOts(file))).toBe(UNKNOWN)
  })

  test('is refused when it is cut, goes on, or has another head', () => {
    const bytes = base64.decode(PENDING)
    for (let length = 0; length < bytes.length; length++) {
      expect(parseOts(bytes.subarray(0, length))).toBeNull()
    }
    expect(parseOts(Uint8Array.of(...bytes, 0))).toBeNull()
    for (let at = 0; at < 33; at++) {
      expect(parseOts(bytes.with(at, (bytes[at] ?? 0) ^ 1))).toBeNull()
    }
    expect(parseOts(base64.decode(RIPEMD))).toBeNull()
  })

  test('of random operations is read as it was written, and written as it was read', () => {
    fc.assert(
      fc.property(timestampOf(DIGEST), (written) => {
        const bytes = formatOts(written)
        const read = parseOts(bytes)
        fc.pre(bytes.length <= 10_000)
        expect(read && formatOts(read)).toEqual(bytes)
        expect(read && attestationsOf(read)).toHaveLength(attestationsOf(written).length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a reply of a calendar', () => {
  test.each([
    ['nothing', ''],
    ['an operation without an end', '08'],
    ['an unknown operation', `f2${BARFOO}`],
    ['an empty argument', `f000${BARFOO}`],
    ['a count in more bytes than it needs', `f08100aa${BARFOO}`],
    ['an argument of 4,097 bytes', `f08120${'aa'.repeat(4097)}${BARFOO}`],
    ['the same operation twice', `ff08${BARFOO}08${BARFOO}`],
    ['an address with a query', '0083dfe30d2ef90c8e03023f61'],
    ['an address that goes on', '0083dfe30d2ef90c8e03016161'],
    ['a height of 33 bits', '000588960d73d71901058080808020'],
    ['operations nested 256 deep', `${'08'.repeat(256)}${BARFOO}`],
  ])('is refused with %s', (_, bytes) => {
    expect(parseTimestamp(hex(bytes), DIGEST)).toBeNull()
  })

  test('is read up to the limits of the reference implementation', () => {
    const appended = hex(`f00100${BARFOO}`)
    expect(parseTimestamp(appended, new Uint8Array(4095))).not.toBeNull()
    expect(parseTimestamp(appended, new Uint8Array(4096))).toBeNull()
    expect(parseTimestamp(hex(`${'08'.repeat(255)}${BARFOO}`), DIGEST)).not.toBeNull()
  })

  test('cannot make many operations out of few bytes', () => {
    const branches = Array.from({ length: 1025 }, (_, at) => {
      const argument = at.toString(16).padStart(4, '0')
      return `${at === 1024 ? '' : 'ff'}f002${argument}00${'0102030405060708'}00`
    })
    expect(parseTimestamp(hex(branches.join('')), DIGEST)).toBeNull()
  })

  test('is written in the order of the reference implementation', () => {
    const pending = (uri: string) => ({ kind: 'pending' as const, uri })
    const message = hex('666f6f')
    const deeper = {
      message: applyOperation({ kind: 'sha256' }, message) ?? message,
      attestations: [pending('deeper')],
      steps: [],
    }
    const written = formatTimestamp({
      message,
      attestations: [pending('foobaz'), pending('barfoo'), pending('foobar')],
      steps: [{ operation: { kind: 'sha256' }, timestamp: deeper }],
    })
    const tag = '0083dfe30d2ef90c8e0706'
    const line = (uri: string) => tag + Buffer.from(uri).toString('hex')
    const before = ['barfoo', 'foobar', 'foobaz'].map((uri) => `ff${line(uri)}`).join('')
    expect(Buffer.from(written).toString('hex')).toBe(`${before}08${line('deeper')}`)
  })

  test('upgrades the timestamp at its commitment, and nothing else', () => {
    const file = parseOts(base64.decode(PENDING))
    const first = file && attestationsOf(file)[0]
    if (!file || !first) throw new Error('no attestation')
    const block: Attestation = { kind: 'bitcoin', height: 900_000 }
    const message = applyOperation({ kind: 'sha256' }, first.message) ?? first.message
    const upgrade: Timestamp = {
      message: first.message,
      attestations: [],
      steps: [
        { operation: { kind: 'sha256' }, timestamp: { message, attestations: [block], steps: [] } },
      ],
    }
    const upgraded = upgradeTimestamp(file, upgrade)
    expect(attestedBy(upgraded)?.map(({ kind }) => kind)).toEqual(['pending', 'bitcoin', 'pending'])
    expect(attestedBy(parseOts(formatOts(upgraded)))).toContainEqual(block)
    expect(formatOts(upgradeTimestamp(upgraded, upgrade))).toEqual(formatOts(upgraded))
    expect(() => mergeTimestamps(file, upgrade)).toThrow(RangeError)
  })
})
