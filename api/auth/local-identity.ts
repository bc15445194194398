import { createHash } from 'node:crypto'

/** Who somebody is to the embedded provider. Everything follows from what was typed. */
export interface LocalIdentity {
  subject: string
  name: string
  givenName: string
  email: string
}

export type LocalIdentityFault = 'empty' | 'too-long' | 'unusable'

/** The longest name or e-mail address accepted, in characters (code points). */
export const NAME_LIMIT = 64

/** A domain under `.invalid` (RFC 6761), so that no letter can ever be sent to a typed name. */
export const LOCAL_EMAIL_DOMAIN = 'local.tidemark.invalid'

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const PLAIN = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u

/**
 * Turns typed text into an identity. A name and the same name in other capitals, widths or spacing
 * are one person. Text with an `@` is taken as an e-mail address.
 */
export function localIdentity(typed: string): LocalIdentity | LocalIdentityFault {
  const name = typed.normalize('NFKC').replace(/\s+/gu, ' ').trim()
  if (name === '') return 'empty'
  if ([...name].length > NAME_LIMIT) return 'too-long'
  if (!name.isWellFormed() || HIDDEN.test(name) || !/[\p{L}\p{N}]/u.test(name)) return 'unusable'

  const folded = fold(name)
  if (!folded.includes('@')) return identity(name, emailOfName(folded))
  if (!EMAIL.test(folded)) return 'unusable'
  return identity(name.slice(0, name.indexOf('@')), folded)
}

/** Upper before lower is the nearest JavaScript has to Unicode case folding (ß and ss are equal). */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFKC')
}

/**
 * A name that is a plain word becomes the local part itself. Any other is shortened to its plain
 * letters and told apart by a digest after a dot, which a plain word cannot contain.
 */
function emailOfName(folded: string): string {
  if (PLAIN.test(folded)) return `${folded}@${LOCAL_EMAIL_DOMAIN}`
  const plain = folded
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '')
  return `${plain || 'person'}.${digest(folded).slice(0, 16)}@${LOCAL_EMAIL_DOMAIN}`
}

function identity(name: string, email: string): LocalIdentity {
  // Nobody can tell which word of a typed name is the given one, so all of it is.
  return { subject: `local-${digest(email).slice(0, 32)}`, name, givenName: name, email }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
