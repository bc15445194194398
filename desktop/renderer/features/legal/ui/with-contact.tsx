import { CONTACT } from '#shared/i18n/contact.ts'

/** A text in which the contact address, where it stands, is a link to write to. */
export function WithContact({ text }: { text: string }) {
  const [before, after] = text.split(CONTACT)
  if (after === undefined) return text
  return (
    <>
      {before}
      <a href={`mailto:${CONTACT}`}>{CONTACT}</a>
      {after}
    </>
  )
}
