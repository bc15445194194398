/** Where people write to; named in the footer and on the legal pages. */
export const CONTACT = 'contact@tidemark.app'
