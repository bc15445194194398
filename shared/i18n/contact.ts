/** Contact address in the footer and the legal pages. */
export const CONTACT = 'contact@tidemark.app'
