import { createHash } from 'node:crypto'
import { NO_EMAIL_DOMAIN } from '#shared/rules/email.ts'

/** A user of the embedded provider, derived from the typed text alone. */
export interface LocalIdentity {
  subject: string
  name: string
  givenName: string
  email: string
}

export type LocalIdentityFault = 'empty' | 'too-long' | 'unusable'

/** Maximum length of a name or email address, in code points. */
export const NAME_LIMIT = 64

/** So that no email can be delivered to a typed name, and clients do not show the address. */
export const LOCAL_EMAIL_DOMAIN = `local.tidemark${NO_EMAIL_DOMAIN}`

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const PLAIN = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u

/**
 * Derives an identity from typed text. Names that differ only in case, width or spacing are the same
 * identity. Text with an `@` is an email address.
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

/** Approximates Unicode case folding by upper, then lower case: ß equals ss. */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFKC')
}

/**
 * The local part is the name if it is a plain word, else its plain letters, a dot and a digest. Plain
 * words contain no dot, so the two forms never collide.
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
  // The given name cannot be determined from a typed name, so the whole name is used.
  return { subject: `local-${digest(email).slice(0, 32)}`, name, givenName: name, email }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
