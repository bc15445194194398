/** Crockford's base 32: without I, L, O, U, which are easily confused. */
export const UNIQUE_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const UNIQUE_CODE_LENGTH = 6

const UNIQUE_CODE = /^[0-9A-HJKMNP-TV-Z]{6}$/

/**
 * A code of six characters from six random bytes, five bits of each, so that codes are uniform. Throws a
 * RangeError on fewer bytes.
 */
export function uniqueCode(bytes: Uint8Array): string {
  if (bytes.length < UNIQUE_CODE_LENGTH) throw new RangeError('six random bytes are needed')
  let code = ''
  for (const byte of bytes.subarray(0, UNIQUE_CODE_LENGTH)) {
    code += UNIQUE_CODE_ALPHABET.charAt(byte % 32)
  }
  return code
}

/** Whether `text` is a code as `uniqueCode` writes it (upper case only). */
export function isUniqueCode(text: string): boolean {
  return UNIQUE_CODE.test(text)
}

/** A code as a person may type it: lower case, and O, I, L for 0 and 1 as Crockford reads them. */
export function normalizeUniqueCode(text: string): string {
  return text.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
}
