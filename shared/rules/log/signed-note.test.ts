import { describe, expect, test } from 'bun:test'
import { formatNote, type NoteSignature, parseNote } from './signed-note.ts'
import { readUtf8 } from './strict-text.ts'
import { formatVerifierKey, KEY_TYPES, parseVerifierKey, verifierKey } from './verifier-key.ts'
import { verifyNote } from './verify-note.ts'

/** The example of c2sp.org/signed-note. */
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const SIGNED =
  'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM='
const TEXT = 'This is an example message.\n'
const LINE = `— example.com/foo ${SIGNED}\n`
const NOTE = `${TEXT}\n${LINE}`

/** The keys that verify a note; null when it is refused. */
async function signers(note: string, vkeys: readonly string[]): Promise<string[] | null> {
  const parsed = parseNote(note)
  const keys = vkeys.map(parseVerifierKey).filter((key) => key !== null)
  const verified = parsed && (await verifyNote(parsed, keys))
  return verified?.map(({ key }) => key.name) ?? null
}

describe('a verifier key', () => {
  test('is read and written as in the specification', () => {
    const key = parseVerifierKey(VKEY)
    expect(key && formatVerifierKey(key)).toBe(VKEY)
  })

  test.each([
    ['another id', VKEY.replace('530d903a', '530d903b')],
    ['an id in capitals', VKEY.replace('530d903a', '530D903A')],
    ['another name', VKEY.replace('foo', 'fop')],
    ['pad bits', VKEY.replace(/k$/, 'l')],
    ['an unknown type', 'example.com/foo+530d903a+BukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
    ['a shorter key', 'example.com/foo+530d903a+Aeky'],
    ['no name', VKEY.replace('example.com/foo', '')],
  ])('is refused with %s', (_, vkey) => {
    expect(parseVerifierKey(vkey)).toBeNull()
  })

  test('has an id of its own for each type', () => {
    const bytes = parseVerifierKey(VKEY)?.publicKey ?? new Uint8Array()
    const note = verifierKey('a', KEY_TYPES.note, bytes)
    expect(verifierKey('a', KEY_TYPES.cosignature, bytes).keyId).not.toBe(note.keyId)
  })
})

describe('a signed note', () => {
  test('of the specification is verified', async () => {
    expect(await signers(NOTE, [VKEY])).toEqual(['example.com/foo'])
  })

  test('is written as it was read, empty lines in its text included', () => {
    const note = `a\n\nb\n\n\n${LINE}${LINE}`
    const parsed = parseNote(note)
    expect(parsed?.text).toBe('a\n\nb\n\n')
    expect(parsed && formatNote(parsed)).toBe(note)
  })

  test('is refused without a known key, and unknown signatures are ignored', async () => {
    const sameId = LINE.replace('foo', 'bar')
    const sameName = LINE.replace('Uw2QOk', 'Ux2QOk')
    expect(await signers(`${TEXT}\n${sameId}${sameName}`, [VKEY])).toBeNull()
    expect(await signers(`${TEXT}\n${sameId}${LINE}${sameName}`, [VKEY])).toHaveLength(1)
  })

  test('is refused when any signature of a known key fails, a repeated one too', async () => {
    const failing = LINE.replace('n8srV1', 'n8srV2')
    expect(await signers(`${TEXT}\n${LINE}${LINE}`, [VKEY])).toHaveLength(1)
    expect(await signers(`${TEXT}\n${LINE}${failing}`, [VKEY])).toBeNull()
  })

  test.each([
    ['no signature', `${TEXT}\n`],
    ['no empty line', `${TEXT}${LINE}`],
    ['no newline at its end', NOTE.slice(0, -1)],
    ['a hyphen in place of the dash', NOTE.replace('—', '-')],
    ['two spaces', NOTE.replace(' Uw', '  Uw')],
    ['a tab in its text', NOTE.replace('an ', 'an\t')],
    ['a carriage return', NOTE.replaceAll('\n', '\r\n')],
    ['half a character', NOTE.replace('This', '\ud800')],
    ['a Unicode space in a name', NOTE.replace('.com', '\u2003com')],
    ['a plus in a name', NOTE.replace('.com', '+com')],
    ['another alphabet', NOTE.replace('n8s', 'n_s')],
    ['pad bits', NOTE.replace('aQM=', 'aQN=')],
    ['no padding', NOTE.replace('aQM=', 'aQM')],
    ['an id without a signature', `${TEXT}\n— example.com/foo Uw2QOg==\n`],
    ['more than 100 signatures', `${TEXT}\n${LINE.repeat(101)}`],
  ])('is malformed with %s', (_, note) => {
    expect(parseNote(note)).toBeNull()
  })

  test('takes 16 signatures, names outside ASCII, and a byte-order mark as text', () => {
    expect(parseNote(`${TEXT}\n${LINE.repeat(16)}`)?.signatures).toHaveLength(16)
    expect(parseNote(NOTE.replace('foo', '메모'))).not.toBeNull()
    expect(readUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 10))).toBe('\ufeff\n')
    expect(readUtf8(Uint8Array.of(0xc0, 0x8a))).toBeNull()
  })

  test('is not written with a text or a name that no note has', () => {
    const signature: NoteSignature = { name: 'a', keyId: 1, signature: Uint8Array.of(1) }
    expect(() => formatNote({ text: 'a', signatures: [signature] })).toThrow(RangeError)
    expect(() => formatNote({ text: 'a\n', signatures: [] })).toThrow(RangeError)
    const named = { ...signature, name: 'a b' }
    expect(() => formatNote({ text: 'a\n', signatures: [named] })).toThrow(RangeError)
  })
})
