import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { readBase64 } from './strict-text.ts'
import { isKeyName } from './verifier-key.ts'

/** A signature of a note, of any type; what follows the key id depends on the type. */
export interface NoteSignature {
  name: string
  /** The first four bytes as a number. */
  keyId: number
  signature: Uint8Array
}

/** A text with the signatures of one or more keys (c2sp.org/signed-note). */
export interface Note {
  /** Signed in UTF-8, with its last newline. */
  text: string
  signatures: NoteSignature[]
}

/** Longest accepted note in characters. */
export const MAX_NOTE_LENGTH = 1_000_000
/** The specification demands 16 or more. */
const MAX_SIGNATURES = 100
const ID_BYTES = 4
const PREFIX = '— '

/** Whether a note can have that text: well-formed lines without other control characters. */
function isNoteText(text: string): boolean {
  return text.endsWith('\n') && text.isWellFormed() && !/[^\n\x20-\u{10ffff}]/u.test(text)
}

/** The line of one signature, with its newline. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  if (!isKeyName(name)) throw new RangeError(`not a key name: ${name}`)
  const bytes = new Uint8Array(ID_BYTES)
  new DataView(bytes.buffer).setUint32(0, keyId)
  return `${PREFIX}${name} ${base64.encode(concatBytes(bytes, signature))}\n`
}

function parseSignatureLine(line: string): NoteSignature | null {
  const space = line.indexOf(' ', PREFIX.length)
  if (!line.startsWith(PREFIX) || space < 0) return null
  const name = line.slice(PREFIX.length, space)
  const bytes = readBase64(line.slice(space + 1))
  if (!isKeyName(name) || bytes === null || bytes.length <= ID_BYTES) return null
  const keyId = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return { name, keyId, signature: bytes.subarray(ID_BYTES) }
}

/** Reads one or more lines of signatures, as in a note and in a witness's reply; null for another text. */
export function parseSignatureLines(text: string): NoteSignature[] | null {
  if (!text.endsWith('\n') || text.length > MAX_NOTE_LENGTH) return null
  const lines = text.slice(0, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return null
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== null)
  return signatures.length === lines.length ? signatures : null
}

/** A note as text. Throws a RangeError for a text that no note can have, and without signatures. */
export function formatNote({ text, signatures }: Note): string {
  if (!isNoteText(text)) throw new RangeError('not the text of a note')
  if (signatures.length === 0) throw new RangeError('a note has signatures')
  return `${text}\n${signatures.map(signatureLine).join('')}`
}

/**
 * Reads a note, unverified: its text says nothing before verifyNote. Null for a malformed one, with base64
 * that has another spelling, and with more than 100 signatures.
 */
export function parseNote(note: string): Note | null {
  if (note.length > MAX_NOTE_LENGTH || !isNoteText(note)) return null
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return null
  const signatures = parseSignatureLines(note.slice(end + 2))
  return signatures && { text: note.slice(0, end + 1), signatures }
}
